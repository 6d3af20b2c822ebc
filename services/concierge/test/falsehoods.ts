import { isDeepStrictEqual } from 'node:util';
import { type ChatReply, kindOf, type MediaItem, pagePaths, storedOf } from '@satrangi/contracts';
import { FALSE_CLAIM, inventedTitles } from './hostile-prompts.ts';

const PAISE = 100;
const CONTACT = 'mailto:hello@satrangi.example';
const pages = new Set<string>([...Object.values(pagePaths), CONTACT]);

const priceOf = (item: MediaItem): number | null => {
  if (item.isFree) return 0;
  return item.isForSale && item.priceINR !== null ? item.priceINR * PAISE : null;
};
const addressOf = (item: MediaItem): string =>
  `/${kindOf(storedOf(item.mediaType) ?? 'ebook').page}/${item._id}`;

/** Titles that do not exist, and offers, in the words of a reply. */
const falseWords = (words: string): string[] => [
  ...inventedTitles.filter((title) => words.toLowerCase().includes(title.toLowerCase())),
  ...(FALSE_CLAIM.test(words) ? [words] : []),
];

/** What a reply says, shows or links to that is not the catalog's or a page of the site at this moment. */
export const falsehoods = (
  { reply, items, links }: Pick<ChatReply, 'reply' | 'items' | 'links'>,
  catalog: ReadonlyMap<string, MediaItem>,
): string[] => [
  ...falseWords([reply, ...items.map(({ reason }) => reason), ...links.map(({ label }) => label)].join('\n')),
  ...links.flatMap(({ url }) => (pages.has(url) ? [] : [`false link ${url}`])),
  ...items.flatMap(({ id, title, creator, pricePaise, url, thumbnailUrl, cover }) => {
    const item = catalog.get(id);
    if (!item) return [`dead id ${id}`];
    const isTrue =
      title === item.title &&
      creator === item.creator &&
      pricePaise === priceOf(item) &&
      url === addressOf(item) &&
      thumbnailUrl === item.thumbnailUrl &&
      isDeepStrictEqual(cover, item.cover);
    return isTrue ? [] : [`wrong ${id}`];
  }),
];
