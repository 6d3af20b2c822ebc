import { receiptAmount } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { taxWithin } from './receipt-view.rules.ts';

it.each([
  [49_900, 18, 7_612],
  [11_800, 18, 1_800],
  [10_500, 5, 500],
  [1, 18, 0],
  [49_900, 0, 0],
])('%i paise including %i per cent tax contain %i of tax', (minor, rate, tax) => {
  expect(taxWithin(minor, rate)).toBe(tax);
});

it('an amount has its currency, two decimals and the grouping of its country', () => {
  expect(receiptAmount({ minor: 12_345_678, currency: 'INR' })).toBe('₹1,23,456.78');
  expect(receiptAmount({ minor: 123_456_789, currency: 'USD' })).toBe('$1,234,567.89');
});
