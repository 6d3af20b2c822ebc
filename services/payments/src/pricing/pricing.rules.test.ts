import { MediaId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { isClaimTrue, type Media, notFoundText, priceOf, type RequestedItem } from './pricing.rules.ts';

const media = (changes: Partial<Media> = {}): Media => ({
  _id: MediaId.parse('m1'),
  version: 1,
  status: 'published',
  mediaType: 'ebook',
  title: 'T',
  formats: ['text'],
  priceINR: 499,
  priceUSD: 5.99,
  ...changes,
});
const shelf = (...items: Media[]): Map<string, Media> => new Map(items.map((item) => [item._id, item]));
const requested = (id = 'm1', format: RequestedItem['format'] = 'text'): RequestedItem => ({
  mediaId: MediaId.parse(id),
  mediaType: undefined,
  format,
});

describe('the price', () => {
  it('is the sum of the items in the buyer’s currency, each item and format once', () => {
    const items = shelf(
      media({ formats: ['text', 'audio'] }),
      media({ _id: MediaId.parse('m2'), priceINR: 100 }),
    );
    const requestedItems = [requested(), requested(), requested('m1', 'audio'), requested('m2')];

    expect(priceOf(requestedItems, items, 'INR')).toMatchObject({
      total: { minor: 109_800, currency: 'INR' },
    });
    expect(priceOf(requestedItems, items, 'USD')).toMatchObject({ total: { minor: 1_797, currency: 'USD' } });
  });

  it('is of the format of the item, when a page requests another', () => {
    const film = media({ mediaType: 'short-film', formats: ['video'] });
    expect(priceOf([requested()], shelf(film), 'INR')).toMatchObject({ items: [{ format: 'video' }] });
  });

  it.each([
    ['free in rupees', { priceINR: 0 }, 'INR', 'free'],
    ['free in dollars', { priceUSD: 0 }, 'INR', 'free'],
    ['without a price', { priceINR: null, priceUSD: null }, 'INR', 'no-price'],
    ['withdrawn, although free', { status: 'withdrawn', priceINR: 0 }, 'INR', 'no-price'],
    ['less than fifty cents', { priceINR: 40, priceUSD: null }, 'USD', 'no-price'],
  ] as const)('does not exist for an item that is %s', (_what, changes, currency, kind) => {
    expect(priceOf([requested()], shelf(media(changes)), currency)).toMatchObject({ kind });
  });
});

describe('the amount a page claims (PAY-26, PAY-27)', () => {
  const items = shelf(media({ priceINR: 249.5, priceUSD: 3.4 }));
  const priced = priceOf([requested()], items, 'INR');
  if ('kind' in priced) throw new Error('it has a price');
  const claims = (claim: string | number | undefined) => isClaimTrue(claim, priced.items, items);

  it.each([undefined, '', 250, '250', 249, 251, 249.5, 25_000, 24_950, 24_999, 3.4, '3.40', 340, 339, 341])(
    '%s is right',
    (claim) => expect(claims(claim)).toBe(true),
  );
  it.each([0, -250, 247, 253, 24_000, 3, 4, 350, 1e9, 'NaN', 'Infinity', '250 rupees', 0.01])(
    '%s is not',
    (claim) => expect(claims(claim)).toBe(false),
  );
});

it('a missing item is reported with the name of its kind', () => {
  expect(
    (['ebook', 'short-film', 'documentary', 'audio-story', 'magazine', undefined] as const).map(notFoundText),
  ).toEqual([
    'eBook not found',
    'Short Film not found',
    'Documentary not found',
    'Audio Story not found',
    'Magazine not found',
    'Item not found',
  ]);
});
