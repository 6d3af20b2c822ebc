import type { Exchange } from '@satrangi/chassis';
import type { Page } from './shelf.ts';

type Item = Page['items'][number];

/** Items as bytes, made at the first answer that holds them; an item that changes is another object. */
const bytesOf = new WeakMap<Item, Buffer>();
/** Cards by their items, so that the bytes of a card are made once as well. */
const cards = new WeakMap<Item, Item>();

/** An item with what a card shows of it: without the long texts, which would make most of a list of hundreds. */
export const cardOf = (item: Item): Item => {
  const known = cards.get(item);
  if (known) return known;
  const card = { ...item, longDescription: null, moreInfo: null, staffNote: null, chapters: [] };
  cards.set(item, card);
  return card;
};

const comma = Buffer.from(',');

const encode = (item: Item): Buffer => {
  const known = bytesOf.get(item);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(item));
  bytesOf.set(item, bytes);
  return bytes;
};

/**
 * Sends a page of the shelf without encoding its items again. They were checked against the contract when they were
 * put on the shelf, so the answer is the same as the usual one, for a fifth of the work.
 */
export const sendPage = ({ response }: Exchange, page: Page): void => {
  const parts: Buffer[] = [Buffer.from('{"items":[')];
  for (const [position, item] of page.items.entries()) {
    if (position > 0) parts.push(comma);
    parts.push(encode(item));
  }
  parts.push(Buffer.from(`],"total":${page.total},"nextCursor":${JSON.stringify(page.nextCursor)}}`));
  response.statusCode = 200;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(Buffer.concat(parts));
};
