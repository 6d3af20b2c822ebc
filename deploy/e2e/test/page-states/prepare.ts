import type { Blog, MediaItem } from '@satrangi/contracts';
import { vi } from 'vitest';
import { type ApiCall, registerReader } from '../support/api-client.ts';
import { booksForSale } from '../support/purchase-flow.ts';
import type { Props } from './page-state.ts';

const isForSale = ({ isFree, isForSale: sold }: MediaItem): boolean => sold && !isFree;

/** A reader who owns one title of each kind, with a position in two of them. */
export const prepareOwner = async (
  shop: string,
  person: { readonly name: string; readonly email: string; readonly password: string },
): Promise<Props> => {
  const { httpRequest, buy } = await registerReader(shop, person);
  const first = async (path: string, wanted: (item: MediaItem) => boolean): Promise<MediaItem> => {
    const { items } = (await httpRequest('GET', `/api/${path}?limit=100`)) as { items: MediaItem[] };
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
    posts: (await httpRequest('GET', '/api/cms/blogs?brief=1')) as Blog[],
    openHistory: await first('oral-histories', ({ isFree }) => isFree),
  };
  const { film, documentary, story, magazine, history } = props;
  let orderId = '';
  for (const { _id } of [film, documentary, story, magazine, history, book]) orderId = await buy(_id);
  const { clientSecret } = (await httpRequest('POST', '/api/payments/create', {
    items: [{ media: other._id }],
    country: 'US',
  })) as { clientSecret: string };
  await storeCard(httpRequest, film);
  await begin(httpRequest, book, { format: 'text', page: 3, pages: book.pages });
  await begin(httpRequest, history, { format: history.formats[0], seconds: 40, duration: 200 });
  return { ...props, orderId, clientSecret };
};

/** Buys a title as a gift by a card, which Stripe then stores. */
const storeCard = async (httpRequest: ApiCall, { _id }: MediaItem): Promise<void> => {
  const { clientSecret, paymentIntentId } = (await httpRequest('POST', '/api/payments/create', {
    items: [{ media: _id }],
    country: 'US',
    isGift: true,
    storedCard: 'store',
  })) as { clientSecret: string; paymentIntentId: string };
  await httpRequest('POST', '/sandbox/stripe/confirm', { clientSecret, card: '4242424242424242' });
  await httpRequest('POST', '/api/payments/confirm', { paymentIntentId });
};

/** Saves a position in a title, as soon as library has granted it. */
const begin = async (
  httpRequest: ApiCall,
  { _id }: MediaItem,
  place: Record<string, unknown>,
): Promise<void> => {
  await vi.waitFor(
    () => httpRequest('PUT', `/api/library/progress/${_id}`, { ...place, at: new Date().toISOString() }),
    { interval: 250 },
  );
};
