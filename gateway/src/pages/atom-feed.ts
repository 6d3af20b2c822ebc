import { escapeMarkup, type SiteSettings } from '@satrangi/contracts';

export type FeedEntry = {
  /** The path of its page. */
  readonly path: string;
  readonly title: string;
  readonly author: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly summary: string;
  /** The whole text, as HTML. */
  readonly content?: string;
};

export type Feed = {
  /** The path of the feed, and of the page with the same entries. */
  readonly path: string;
  readonly page: string;
  readonly title: string;
  readonly entries: readonly FeedEntry[];
};

/** Escaped for XML 1.0, without the control characters that it forbids. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the forbidden ones
  escapeMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

const entryOf = (entry: FeedEntry, origin: string): string => {
  const address = escaped(origin + entry.path);
  return [
    '  <entry>',
    `    <id>${address}</id>`,
    `    <title>${escaped(entry.title)}</title>`,
    `    <link rel="alternate" type="text/html" href="${address}"/>`,
    `    <published>${entry.publishedAt}</published>`,
    `    <updated>${entry.updatedAt}</updated>`,
    `    <author><name>${escaped(entry.author)}</name></author>`,
    `    <summary>${escaped(entry.summary)}</summary>`,
    ...(entry.content === undefined
      ? []
      : [`    <content type="html" xml:base="${escaped(origin)}/">${escaped(entry.content)}</content>`]),
    '  </entry>',
  ].join('\n');
};

/** An Atom feed (RFC 4287). */
export const atomFeed = (
  { path, page, title, entries }: Feed,
  { tagline, origin }: Pick<SiteSettings, 'tagline' | 'origin'>,
): string => {
  const updated = entries.map(({ updatedAt }) => updatedAt).sort();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escaped(origin + page)}</id>`,
    `  <title>${escaped(title)}</title>`,
    `  <subtitle>${escaped(tagline)}</subtitle>`,
    `  <link rel="self" type="application/atom+xml" href="${escaped(origin + path)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escaped(origin + page)}"/>`,
    `  <updated>${updated.at(-1) ?? '1970-01-01T00:00:00.000Z'}</updated>`,
    ...entries.map((entry) => entryOf(entry, origin)),
    '</feed>',
    '',
  ].join('\n');
};
