import type { MediaItem } from '@satrangi/contracts';
import { vi } from 'vitest';
import { type Ask, readerAt } from '../support/buyer.ts';
import { booksForSale, PATIENCE_MS } from '../support/journey.ts';
import type { Props } from './scene.ts';

const isForSale = ({ isFree, isForSale: sold }: MediaItem): boolean => sold && !isFree;

/** A reader with one title of each kind and a place in two of them. */
export const prepareOwner = async (
  shop: string,
  person: { readonly name: string; readonly email: string; readonly password: string },
): Promise<Props> => {
  const { ask, buy } = await readerAt(shop, person);
  const first = async (path: string, wanted: (item: MediaItem) => boolean): Promise<MediaItem> => {
    const { items } = (await ask('GET', `/api/${path}?limit=100`)) as { items: MediaItem[] };
    const found = items.find(wanted);
    if (!found) throw new Error(`nothing of ${path} fits`);
    return found;
  };
  const [book, other] = await booksForSale(shop);
  if (!book || !other) throw new Error('no books are for sale');
  const props = {
    book,
    other,
    film: await first('shortfilms', isForSale),
    documentary: await first('documentaries', isForSale),
    story: await first('audiostories', isForSale),
    magazine: await first('magazines', isForSale),
    history: await first('oral-histories', isForSale),
    openFilm: await first('shortfilms', ({ isFree }) => isFree),
    openHistory: await first('oral-histories', ({ isFree }) => isFree),
  };
  const { film, documentary, story, magazine, history } = props;
  let orderId = '';
  for (const { _id } of [film, documentary, story, magazine, history, book]) orderId = await buy(_id);
  const { clientSecret } = (await ask('POST', '/api/payments/create', {
    items: [{ media: other._id }],
    country: 'US',
  })) as { clientSecret: string };
  await begin(ask, book, { format: 'text', page: 3, pages: book.pages });
  await begin(ask, history, { format: history.formats[0], seconds: 40, duration: 200 });
  return { ...props, orderId, clientSecret };
};

/** Leaves a place in a title, as soon as the library knows that it is the reader's. */
const begin = async (ask: Ask, { _id }: MediaItem, place: Record<string, unknown>): Promise<void> => {
  await vi.waitFor(
    () => ask('PUT', `/api/library/progress/${_id}`, { ...place, at: new Date().toISOString() }),
    { timeout: PATIENCE_MS, interval: 250 },
  );
};
