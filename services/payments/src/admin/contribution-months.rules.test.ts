import { expect, it } from 'vitest';
import type { PaidContribution } from '../orders/order.rules.ts';
import { contributionMonths } from './contribution-months.rules.ts';

const PAID: PaidContribution = {
  paidAt: new Date('2026-10-31T12:00:00.000Z'),
  state: 'paid',
  amount: { minor: 50_000, currency: 'INR' },
};

async function* stream(...contributions: PaidContribution[]) {
  yield* contributions;
}

it('contributions are summed by month of India and by currency, after refunds; unpaid ones are not (ADM-33)', async () => {
  const months = await contributionMonths(
    stream(
      PAID,
      // half past midnight of 1 November in India
      { ...PAID, paidAt: new Date('2026-10-31T19:00:00.000Z') },
      { ...PAID, refundedMinor: 20_000 },
      { ...PAID, state: 'refunded', refundedMinor: 50_000 },
      { ...PAID, state: 'pending', paidAt: null },
      { ...PAID, amount: { minor: 1_000, currency: 'USD' } },
    ),
  );

  expect(months).toEqual([
    { month: '2026-11', currency: 'INR', minor: 50_000, count: 1 },
    { month: '2026-10', currency: 'INR', minor: 80_000, count: 3 },
    { month: '2026-10', currency: 'USD', minor: 1_000, count: 1 },
  ]);
});
