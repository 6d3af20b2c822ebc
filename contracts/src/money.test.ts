import { describe, expect, it } from 'vitest';
import {
  chargeFor,
  completePrice,
  formatMoney,
  fromMajor,
  isForSale,
  isFree,
  paiseOf,
  sumMoney,
} from './money.ts';

describe('a price with one currency missing (storefront §9, PAY-07)', () => {
  it.each([
    [
      { priceINR: null, priceUSD: 4.99 },
      { priceINR: 439, priceUSD: 4.99 },
    ],
    [
      { priceINR: 299, priceUSD: null },
      { priceINR: 299, priceUSD: 3.4 },
    ],
    [
      { priceINR: 249, priceUSD: 5 },
      { priceINR: 249, priceUSD: 5 },
    ],
    [
      { priceINR: null, priceUSD: null },
      { priceINR: null, priceUSD: null },
    ],
    [
      { priceINR: 0, priceUSD: null },
      { priceINR: 0, priceUSD: 0 },
    ],
  ])('%o becomes %o', (given, whole) => {
    expect(completePrice(given)).toEqual(whole);
  });
});

describe('what is charged (PAY-06)', () => {
  it.each([
    [{ priceINR: 249.5, priceUSD: null }, 'INR', 25_000],
    [{ priceINR: 249.49, priceUSD: null }, 'INR', 24_900],
    [{ priceINR: 299, priceUSD: null }, 'USD', 340],
    [{ priceINR: null, priceUSD: 1.005 }, 'USD', 101],
    [{ priceINR: null, priceUSD: 4.99 }, 'INR', 43_900],
  ] as const)('%o in %s is %i', (price, currency, minor) => {
    expect(chargeFor(price, currency)).toEqual({ minor, currency });
  });

  it('nothing can be charged without a price', () => {
    expect(chargeFor({ priceINR: null, priceUSD: null }, 'INR')).toBeNull();
  });
});

it('0 in one currency means free, no price means not for sale', () => {
  expect(isFree({ priceINR: 0, priceUSD: null })).toBe(true);
  expect(isForSale({ priceINR: 0, priceUSD: null })).toBe(false);
  expect(isForSale({ priceINR: null, priceUSD: null })).toBe(false);
  expect(isForSale({ priceINR: null, priceUSD: 1 })).toBe(true);
});

it('two currencies are never added', () => {
  const rupee = { minor: 100, currency: 'INR' } as const;

  expect(sumMoney([rupee, { minor: 250, currency: 'INR' }])).toEqual({ minor: 350, currency: 'INR' });
  expect(() => sumMoney([rupee, { minor: 1, currency: 'USD' }])).toThrow(TypeError);
});

it('a decimal amount of a provider becomes whole minor units', () => {
  expect(fromMajor(499.5, 'INR')).toEqual({ minor: 49_950, currency: 'INR' });
  expect(fromMajor(0.1 + 0.2, 'USD').minor).toBe(30);
  expect(paiseOf({ minor: 340, currency: 'USD' })).toBe(29_920);
});

it('rupees are grouped the Indian way and show no empty paise', () => {
  expect(formatMoney({ minor: 48_235_000, currency: 'INR' })).toBe('₹4,82,350');
  expect(formatMoney({ minor: 24_950, currency: 'INR' })).toBe('₹249.50');
  expect(formatMoney({ minor: 340, currency: 'USD' })).toBe('$3.40');
});

it.each([
  ['INR', 'en-IN'],
  ['USD', 'en-US'],
] as const)('%s is formatted as in %s', (currency, locale) => {
  const written = (minor: number): string =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(minor / 100);
  const amounts = [0, 5, 99, 100, 12_345, 99_999, 100_000, 9_999_999, 10_000_000, 1_234_567_890, -24_950];

  for (const minor of amounts)
    expect(formatMoney({ minor, currency })).toBe(
      currency === 'INR' ? written(minor).replace(/\.00$/, '') : written(minor),
    );
});
