import { hash } from 'node:crypto';
import type { Exchange } from '@satrangi/chassis';
import { LRUCache } from 'lru-cache';
import type { Page } from './items.rules.ts';

type Item = Page['items'][number];

/** Of a large catalog only the items that lists show often. */
const JSON_BYTES_MAX = 16 * 1024 * 1024;
const ETAG_LETTERS = 22;

/** A serialized item. */
type Encoded = { readonly bytes: Buffer; readonly digest: string };

/** Serialized items by object identity: a changed item is a new object. The least recently used are evicted first. */
export const createJsonCache = (maxBytes: number) => {
  const cache = new LRUCache<Item, Encoded>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  return {
    encode: (item: Item): Encoded => {
      const known = cache.get(item);
      if (known) return known;
      const bytes = Buffer.from(JSON.stringify(item));
      const encoded = { bytes, digest: hash('sha256', bytes, 'base64url') };
      cache.set(item, encoded);
      return encoded;
    },
    size: () => ({ entries: cache.size, bytes: cache.calculatedSize }),
  };
};

const { encode } = createJsonCache(JSON_BYTES_MAX);
/** Cards by item, so that a card is also serialized once. */
const cards = new WeakMap<Item, Item>();

/** An item without its long texts, which would dominate the size of long lists. */
export const toCard = (item: Item): Item => {
  const known = cards.get(item);
  if (known) return known;
  const card = { ...item, longDescription: null, moreInfo: null, staffNote: null, chapters: [] };
  cards.set(item, card);
  return card;
};

const start = Buffer.from('{"items":[');
const comma = Buffer.from(',');

/** Changes with every byte of the page. Hashing all of them for each page took as long as sending them. */
const etagOf = (items: readonly Encoded[], end: Buffer): string => {
  const parts = `${items.map(({ digest }) => digest).join('')}${end.toString()}`;
  return `"${hash('sha256', parts, 'base64url').slice(0, ETAG_LETTERS)}"`;
};

/**
 * Sends a page with cached JSON of its items. The items were validated against the contract when they were indexed, so the
 * response equals the usual one, at a fifth of the cost.
 */
export const sendPage = ({ request, response }: Exchange, page: Page): void => {
  const items = page.items.map(encode);
  const end = Buffer.from(`],"total":${page.total},"nextCursor":${JSON.stringify(page.nextCursor)}}`);
  const bytes = items.reduce((sum, { bytes: { length } }) => sum + length + 1, start.length + end.length);
  const etag = etagOf(items, end);
  response.setHeader('etag', etag);
  // the gateway asks whether a list that it has is still right
  if (request.headers['if-none-match'] === etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.statusCode = 200;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', String(items.length === 0 ? bytes : bytes - 1));
  // one write of all parts: a joined copy for each response would be collected as garbage
  response.cork();
  response.write(start);
  for (const [position, item] of items.entries()) {
    if (position > 0) response.write(comma);
    response.write(item.bytes);
  }
  response.end(end);
};
