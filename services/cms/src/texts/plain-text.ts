import { sanitizeRichText } from './sanitize.ts';

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|amp);/g, (entity, name: string) => entities[name] ?? entity);

/** Sanitised rich text has no other tags, and no `<` or `>` outside of them. */
const BLOCK = /<\/?(?:p|h[2-4]|ul|ol|blockquote|figure|figcaption|hr)(?:\s[^>]*)?>/g;
const ITEM = /<\/?li(?:\s[^>]*)?>/g;
const BREAK = /<br(?:\s[^>]*)?>/g;
const TAG = /<[^>]*>/g;

const wordsOf = (sanitised: string): string =>
  decoded(sanitised.replace(BLOCK, ' ').replace(ITEM, ' ').replace(BREAK, ' ').replace(TAG, ''))
    .replace(/\s+/g, ' ')
    .trim();

/** The words of rich text in one line, without tags. It is plain text: escape it before it becomes HTML. */
export const plainText = (html: string): string => wordsOf(sanitizeRichText(html));

/** False for sanitised rich text that shows nothing: no word and no picture. */
export const hasContent = (sanitised: string): boolean =>
  /<img\s/.test(sanitised) || /[\p{L}\p{N}\p{P}\p{S}]/u.test(wordsOf(sanitised));

/** The text of a link, and its address in brackets if it says something else. */
const linkText = (href: string, words: string, origin: string): string => {
  const text = words.replace(TAG, '');
  const isOfPage = href.startsWith('#');
  const address = (href.startsWith('/') ? `${origin}${href}` : href).replace(/^(?:mailto|tel):/i, '');
  const shown = text.replace(/\s+/g, ' ').trim();
  const bare = (url: string): string => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (isOfPage || bare(shown) === bare(address)) return text;
  return shown === '' ? address : `${text} (${address})`;
};

/**
 * Rich text as the text part of a mail: a line for each item and line break, an empty line between other blocks, and the
 * addresses of links behind their words.
 * @param publicUrl the site that relative links belong to
 */
export const mailText = (html: string, publicUrl: string): string => {
  const { origin } = new URL(publicUrl);
  const marked = sanitizeRichText(html)
    .replace(/\s+/g, ' ')
    .replace(/<a(?:\s[^>]*)?>([\s\S]*?)<\/a>/g, (link, words: string) =>
      linkText(/\shref="([^"]*)"/.exec(link)?.[1] ?? '#', words, origin),
    )
    .replace(BREAK, '\n')
    .replace(ITEM, (tag) => (tag.startsWith('</') ? '' : '\n'))
    .replace(BLOCK, '\n\n')
    .replace(TAG, '');
  return decoded(marked)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
