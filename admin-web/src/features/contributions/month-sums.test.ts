import { Contribution } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { monthSums } from './month-sums.ts';

const contribution = (change: object): Contribution =>
  Contribution.parse({
    _id: 'order-1',
    order: 'ST-1',
    provider: 'cashfree',
    status: 'paid',
    amount: 500,
    amountMinor: 50_000,
    currency: 'INR',
    createdAt: '2026-10-31T12:00:00.000Z',
    paidAt: '2026-10-31T12:00:00.000Z',
    refunded: { minor: 0, currency: 'INR' },
    ...change,
  });

it('contributions are summed by month of India and by currency, after refunds; unpaid ones are not (ADM-33)', () => {
  const dollars = { currency: 'USD', refunded: { minor: 0, currency: 'USD' }, amountMinor: 1_000 };
  const sums = monthSums([
    contribution({}),
    // half past midnight of 1 November in India
    contribution({ paidAt: '2026-10-31T19:00:00.000Z' }),
    contribution({ refunded: { minor: 20_000, currency: 'INR' } }),
    contribution({ status: 'pending', paidAt: null }),
    contribution(dollars),
  ]);

  expect(sums).toEqual([
    { month: '2026-11', currency: 'INR', minor: 50_000, count: 1 },
    { month: '2026-10', currency: 'INR', minor: 80_000, count: 2 },
    { month: '2026-10', currency: 'USD', minor: 1_000, count: 1 },
  ]);
});
