import { expect, it } from 'vitest';
import type { Refund } from './order-refunds.rules.ts';
import { refundsOf } from './order-view.rules.ts';

const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 28, 12, 0, 5) + ms);
const refund = (fields: Partial<Refund>): Refund => ({
  id: 'r1',
  amountMinor: 100,
  reason: 'Twice',
  by: 'system',
  state: 'asked',
  askedAt: at(900),
  doneAt: null,
  ...fields,
});
const paidAt = at(700);
const listed = { id: 'p1', minor: 100, at: at(0) };

it('a refund that the provider dates by the second is not before its request, or before the payment', () => {
  expect(refundsOf({ paidAt, returned: [listed], refunds: [refund({})] })).toEqual([
    { at: at(900), minor: 100 },
  ]);
  expect(refundsOf({ paidAt, returned: [listed], refunds: [] })).toEqual([{ at: paidAt, minor: 100 }]);
});

it('a refund that was completed here has the time of its completion', () => {
  const refunds = [refund({ state: 'done', doneAt: at(1_500) })];
  expect(refundsOf({ paidAt, returned: [listed], refunds })).toEqual([{ at: at(1_500), minor: 100 }]);
});
