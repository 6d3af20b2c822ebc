import { describe, expect, it } from 'vitest';
import { leftToRefund, nextFollowUp, type Refund, refundOf, refundUntil } from './order-refunds.rules.ts';

const paidAt = new Date('2026-11-01T10:00:00Z');
const order = { state: 'paid', amount: { minor: 49_900, currency: 'INR' }, paidAt } as const;
const refund = (state: Refund['state']): Refund => ({
  id: 'r',
  amountMinor: 100,
  reason: 'x',
  by: 'a',
  state,
  askedAt: paidAt,
  doneAt: null,
});

describe('the refundable amount', () => {
  it.each([
    [{}, 49_900],
    [{ promisedMinor: 100 }, 49_800],
    [{ refundedMinor: 200 }, 49_700],
    [{ promisedMinor: 100, refundedMinor: 100 }, 49_800],
    [{ promisedMinor: 49_900 }, 0],
    [{ refundedMinor: 60_000 }, 0],
  ])('with %o is %i', (more, left) => {
    expect(leftToRefund({ ...order, ...more })).toBe(left);
  });
});

describe('the refund state shown to the buyer', () => {
  it.each([
    ['none', {}],
    ['asked', { refundRequest: {} }],
    ['under-way', { refundRequest: {}, refunds: [refund('asked')] }],
    ['under-way', { refunds: [refund('done'), refund('pending')] }],
    ['partly', { refunds: [refund('done')], refundedMinor: 100 }],
    ['none', { refunds: [refund('failed')] }],
    ['done', { state: 'refunded', refunds: [refund('asked')] }],
  ] as const)('%s', (word, more) => {
    expect(refundOf({ ...order, ...more, refunds: [...('refunds' in more ? more.refunds : [])] })).toBe(word);
  });

  it('a purchase can be requested back once, within three days of payment', () => {
    expect(refundUntil(order)?.toISOString()).toBe('2026-11-04T10:00:00.000Z');
    expect(refundUntil({ ...order, refundRequest: {} })).toBeNull();
    expect(refundUntil({ ...order, purpose: 'contribution' })).toBeNull();
    expect(refundUntil({ ...order, state: 'pending', paidAt: null })).toBeNull();
    expect(refundUntil({ ...order, refunds: [refund('pending')] })).toBeNull();
  });
});

it('the follow-up backs off to at most six hours', () => {
  const after = (ageMs: number): number =>
    nextFollowUp(paidAt, new Date(paidAt.getTime() + ageMs)).getTime() - paidAt.getTime() - ageMs;

  expect(after(0)).toBe(20_000);
  expect(after(40 * 60_000)).toBe(10 * 60_000);
  expect(after(30 * 86_400_000)).toBe(6 * 3_600_000);
});
