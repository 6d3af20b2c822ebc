/**
 * Translations by their English text. A key may have placeholders: `{0}` stands for any value or element, `{#0}` for a number;
 * a translation has the same ones, in any order.
 */
export type Translations = Readonly<Record<string, string>>;

type Pattern = {
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
  /** Few letters around any value: `{0} by {1}` would match a sentence of a reader. */
  readonly isLoose: boolean;
};
/** A `plain` text may be content; the text of an attribute, or one in parts, is the interface's. */
export type Place = 'plain' | 'composed';
type Table = { readonly texts: ReadonlyMap<string, string>; readonly patterns: readonly Pattern[] };

/** Longer texts are content, not interface. */
const TEXT_MAX = 400;
const LOOSE_MAX = 60;
const FOUND_MAX = 5_000;
const placeholder = /\{#?\d\}/g;
const number = '[\\d.,:/%₹$€ \\u00a0-]*\\d[\\d.,:/%₹$€ \\u00a0-]*';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The letters of a key that are not placeholders: the more, the more exact is its pattern. */
const exactness = (key: string): number => key.replace(placeholder, '').replace(/\P{L}/gu, '').length;

const patternOf = ([key, translation]: [string, string]): Pattern => {
  const names = key.match(placeholder) ?? [];
  const groups = names.map((name) => (name.includes('#') ? `(${number})` : '(.+?)'));
  const source = key.split(placeholder).map((text, index) => escaped(text) + (groups[index] ?? ''));
  const isLoose = names.some((name) => !name.includes('#')) && exactness(key) < (key.startsWith('{') ? 8 : 5);
  return { expression: new RegExp(`^${source.join('')}$`, 'su'), names, translation, isLoose };
};

const tableOf = (translations: Translations): Table => {
  const entries = Object.entries(translations);
  const patterns = entries.filter(([key]) => key.search(placeholder) >= 0);
  patterns.sort(([a], [b]) => exactness(b) - exactness(a));
  return { texts: new Map(entries), patterns: patterns.map(patternOf) };
};

const search = ({ texts, patterns }: Table, text: string, place: Place): string | null => {
  const exact = texts.get(text);
  if (exact !== undefined) return exact;
  for (const { expression, names, translation, isLoose } of patterns) {
    const match = isLoose && (place === 'plain' || text.length > LOOSE_MAX) ? null : expression.exec(text);
    if (!match) continue;
    return translation.replace(placeholder, (name) => {
      const value = match[names.indexOf(name) + 1] ?? '';
      // a value may be a word of the interface itself: `Read` in `Read now`
      return texts.get(value) ?? value;
    });
  }
  return null;
};

/** Several sentences in one text are translated one by one, when the table has all of them. */
const searchSentences = (language: Table, text: string, place: Place): string | null => {
  const sentences = text.split(/(?<=[.!?]) /);
  if (sentences.length === 1) return null;
  const translated = sentences.map((sentence) => search(language, sentence, place));
  return translated.includes(null) ? null : translated.join(' ');
};

/** The translation of an English text without space around it; null when the table has none. */
export type TranslationOf = (text: string, place: Place) => string | null;

export const createTranslationOf = (translations: Translations): TranslationOf => {
  const table = tableOf(translations);
  const found = new Map<string, string | null>();
  return (text, place) => {
    if (text.length > TEXT_MAX) return null;
    const key = `${place} ${text}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    if (found.size >= FOUND_MAX) found.clear();
    const translation = search(table, text, place) ?? searchSentences(table, text, place);
    found.set(key, translation);
    return translation;
  };
};
