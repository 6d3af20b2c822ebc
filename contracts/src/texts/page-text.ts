import { truncate } from '../text.ts';

/** A text of a page. A published cms section with the same key replaces it without a release. */
export type PageText = {
  readonly kind: 'plain' | 'html';
  /** What the text is, for editors. */
  readonly label: string;
  /** The text until a section replaces it. `{name}` and `{email}` stand for those of the site. */
  readonly fallback: string;
  /** Longer plain texts are truncated. */
  readonly max: number;
};

/** Texts of one page by section key. */
export type PageTexts = Readonly<Record<string, PageText>>;

/** Headings. */
export const TITLE_MAX = 80;
const PLAIN_MAX = 600;
const HTML_MAX = 64_000;

/** @param max longer texts would not fit their place on the page */
export const plain = (label: string, fallback: string, max = PLAIN_MAX): PageText => ({
  kind: 'plain',
  label,
  fallback,
  max,
});

export const html = (label: string, fallback: string): PageText => ({
  kind: 'html',
  label,
  fallback,
  max: HTML_MAX,
});

/** A heading or a paragraph of rich text, as plain text. */
export type TextBlock = { readonly text: string; readonly isHeading: boolean };

const BLOCK_END = /(<(?:br|hr|\/(?:p|h[2-4]|li|blockquote|figcaption))\b[^>]*>)/i;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' };

const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The blocks of rich text. Their texts are plain text, not HTML. */
export const blocksOf = (richText: string): TextBlock[] => {
  // texts at even places, and after each the tag that ends it
  const parts = richText.split(BLOCK_END);
  return parts
    .map((part, index) => ({ text: wordsOf(part), isHeading: /^<\/h\d/i.test(parts[index + 1] ?? '') }))
    .filter(({ text }, index) => index % 2 === 0 && text !== '');
};

/** The words of rich text, one string for each block. The result is plain text, not HTML. */
export const paragraphsOf = (richText: string): string[] => blocksOf(richText).map(({ text }) => text);

/** What a page shows for a text: the content of its section, or the fallback when there is none. */
export const resolveText = ({ kind, fallback, max }: PageText, content: string | undefined): string => {
  const words = paragraphsOf(content ?? '').join(' ');
  if (content === undefined || words === '') return fallback;
  return kind === 'html' ? content : truncate(words, max);
};

/** Public settings of the site that texts name. */
export type TextValues = { readonly name: string; readonly email: string };

/** Replaces `{name}` and `{email}`. @param text plain text: the values are not escaped */
export const fillText = (text: string, values: TextValues): string =>
  text.replace(/\{(name|email)\}/g, (_, key: keyof TextValues) => values[key]);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A published section. */
export type TextSection = { readonly key: string; readonly content: string };

/** The texts of a page as it shows them. */
export const resolveTexts = <K extends string>(
  texts: Readonly<Record<K, PageText>>,
  sections: readonly TextSection[],
  values: TextValues,
): Record<K, string> => {
  const contents = new Map(sections.map(({ key, content }) => [key, content]));
  const escapedValues = { name: escaped(values.name), email: escaped(values.email) };
  const entries = Object.entries<PageText>(texts).map(([key, text]) => [
    key,
    fillText(resolveText(text, contents.get(key)), text.kind === 'html' ? escapedValues : values),
  ]);
  return Object.fromEntries(entries) as Record<K, string>;
};

/** As `resolveTexts`, for blocks of one page: when any block has a section, those without one are empty. */
export const resolveBlocks = <K extends string>(
  texts: Readonly<Record<K, PageText>>,
  sections: readonly TextSection[],
  values: TextValues,
): Record<K, string> => {
  const hasWords = ({ key, content }: TextSection): boolean =>
    key in texts && paragraphsOf(content).length > 0;
  const present = new Set(sections.filter(hasWords).map(({ key }) => key));
  const all = resolveTexts(texts, sections, values);
  if (present.size === 0) return all;
  const entries = Object.entries<string>(all).map(([key, text]) => [key, present.has(key) ? text : '']);
  return Object.fromEntries(entries) as Record<K, string>;
};
