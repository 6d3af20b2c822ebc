import { hashOf } from '@satrangi/contracts/pure';

/** The key of a text without placeholders in a built table (translations-plugin.ts). */
export const shortKey = (text: string): string => hashOf(text).toString(36);

/**
 * Translations by their English text, or by its short key. A key may have placeholders: `{0}` stands for any value or element, `{#0}` for a number;
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

/** A word of the interface, or one that is not English. */
const isKnown = (table: Table, text: string): boolean =>
  !/[A-Za-z]/.test(text) || search(table, text, 'plain') !== null;

const match = (table: Table, pattern: Pattern, text: string, place: Place): readonly string[] | null => {
  if (pattern.isLoose && text.length > LOOSE_MAX) return null;
  const values = pattern.expression.exec(text)?.slice(1) ?? null;
  if (!values || !pattern.isLoose || place === 'composed') return values;
  return values.every((value) => isKnown(table, value)) ? values : null;
};

const search = (table: Table, text: string, place: Place): string | null => {
  const exact = table.texts.get(text) ?? table.texts.get(shortKey(text));
  if (exact !== undefined) return exact;
  for (const pattern of table.patterns) {
    const values = match(table, pattern, text, place);
    if (!values) continue;
    return pattern.translation.replace(placeholder, (name) => {
      const value = values[pattern.names.indexOf(name)] ?? '';
      // a value may be a text of the interface itself: `Read` in `Read now`
      return search(table, value, 'plain') ?? value;
    });
  }
  return null;
};

/** Several sentences in one text are translated one by one, when the table has all of them; so are words in a list. */
const searchParts = (table: Table, text: string, place: Place): string | null => {
  const sentences = text.split(/(?<=[.!?]) /);
  const translated = sentences.map((sentence) => search(table, sentence, place));
  if (sentences.length > 1 && !translated.includes(null)) return translated.join(' ');
  const words = text.split(', ');
  if (!words.every((word) => isKnown(table, word))) return null;
  return words.map((word) => search(table, word, 'plain') ?? word).join(', ');
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
    const translation = search(table, text, place) ?? searchParts(table, text, place);
    found.set(key, translation);
    return translation;
  };
};
