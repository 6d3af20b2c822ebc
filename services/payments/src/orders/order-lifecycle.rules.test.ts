import type { OrderState } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import {
  EXPIRES_AFTER_MS,
  isOverdue,
  isScheduledTooLate,
  isTrustedObservation,
  nextTransition,
  type Observation,
  type OrderSummary,
  type Outcome,
  ranks,
  scheduleNextCheck,
} from './order-lifecycle.rules.ts';

const amount = { minor: 49_900, currency: 'INR' } as const;
const order = (state: OrderState = 'pending'): OrderSummary => ({ _id: 'o1', state, amount });
const saw = (outcome: Outcome, more: Partial<Observation> = {}): Observation => ({
  key: 'k',
  outcome,
  orderId: 'o1',
  reported: outcome === 'paid' || outcome === 'refunded' ? { minor: 49_900, currency: 'INR' } : null,
  ...more,
});
const after = (history: readonly Observation[]): OrderState =>
  history.reduce<OrderState>((state, seen) => nextTransition(order(state), seen)?.to ?? state, 'pending');

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
const subsets = <T>(items: readonly T[]): T[][] =>
  items.reduce<T[][]>((all, item) => all.concat(all.map((some) => [...some, item])), [[]]);

const observations = [
  saw('failed'),
  saw('cancelled'),
  saw('expired'),
  saw('paid', { reported: { minor: 1, currency: 'INR' } }),
  saw('paid'),
  saw('refunded'),
];

describe('where an order ends', () => {
  it('depends on what happened, never on the order of arrival, nor on how often it arrives (PAY-32)', () => {
    for (const some of subsets(observations)) {
      const ends = permutations(some).map(after);
      const strongest = Math.max(ranks.pending, ...some.map((fact) => ranks[after([fact])]));

      expect(new Set(ends).size).toBe(1);
      expect(ranks[ends[0] ?? 'pending']).toBe(strongest);
      expect(after([...some, ...some, ...some])).toBe(ends[0]);
    }
  });

  it.each([
    [
      'a late failure never undoes money',
      [saw('paid'), saw('failed'), saw('cancelled'), saw('expired')],
      'paid',
    ],
    ['late money is never swallowed', [saw('failed'), saw('expired'), saw('paid')], 'paid'],
    ['a refund that arrives before the money ends refunded', [saw('refunded'), saw('paid')], 'refunded'],
    ['an open payment changes nothing', [saw('open')], 'pending'],
    ['a second failure changes nothing', [saw('failed'), saw('cancelled')], 'failed'],
  ] as const)('%s', (_promise, history, end) => {
    expect(after(history)).toBe(end);
  });
});

describe('a payment matches only with the exact amount, currency and order', () => {
  it.each<[string, Partial<Observation>]>([
    ['one paisa less', { reported: { minor: 49_899, currency: 'INR' } }],
    ['one paisa more', { reported: { minor: 49_901, currency: 'INR' } }],
    ['another currency', { reported: { minor: 49_900, currency: 'USD' } }],
    ['no amount', { reported: null }],
    ['another order', { orderId: 'o2' }],
    ['no order', { orderId: null }],
    ['another amount ordered', { ordered: { minor: 100, currency: 'INR' } }],
    ['another currency ordered', { ordered: { minor: 49_900, currency: 'USD' } }],
  ])('%s is a mismatch, and no webhook to trust', (_what, more) => {
    expect(nextTransition(order(), saw('paid', more))?.to).toBe('mismatch');
    expect(isTrustedObservation(order(), saw('paid', more), true)).toBe(false);
  });

  it('the exact amount is paid, however the currency is written', () => {
    const reported = { minor: 49_900, currency: 'inr' };
    expect(nextTransition(order(), saw('paid', { reported, ordered: reported }))).toEqual({ to: 'paid' });
    expect(isTrustedObservation(order(), saw('paid', { reported }), true)).toBe(true);
    expect(isTrustedObservation(order(), saw('paid', { reported }), false)).toBe(false);
  });

  it('only a full refund revokes access', () => {
    const part = saw('refunded', { reported: { minor: 49_899, currency: 'INR' } });
    expect(nextTransition(order('paid'), part)).toBeNull();
    expect(isTrustedObservation(order('paid'), part, true)).toBe(false);
    expect(nextTransition(order('paid'), saw('refunded'))).toEqual({ to: 'refunded' });
  });
});

describe('the next check of the sweeper', () => {
  const created = new Date('2026-11-20T00:00:00Z');
  const at = (ms: number): Date => new Date(created.getTime() + ms);
  const pause = (state: OrderState, age: number): number | null => {
    const next = scheduleNextCheck(state, created, at(age));
    return next && next.getTime() - at(age).getTime();
  };

  it('republishes a paid order with backoff, fewer than sixty times in a day without a grant', () => {
    const pauses: number[] = [];
    for (let age = 0; age < 24 * 3_600_000; age += pauses.at(-1) ?? 0) pauses.push(pause('paid', age) ?? 0);

    expect(pauses.slice(0, 4).every((ms) => ms <= 20_000)).toBe(true);
    expect(pauses.length).toBeLessThan(60);
    expect(Math.max(...pauses)).toBe(3_600_000);
  });

  it('checks within 45 seconds while the buyer may be paying, and fewer than fifty times in total', () => {
    let age = 0;
    let looks = 0;
    while (age < EXPIRES_AFTER_MS) {
      const wait = pause('pending', age) ?? 0;
      if (age <= 180_000) expect(wait).toBeLessThanOrEqual(45_000);
      age += wait;
      looks += 1;
    }
    expect(looks).toBeLessThan(50);
  });

  it('never checks final states again, and checks for late money for days', () => {
    expect(pause('refunded', 0)).toBeNull();
    expect(pause('mismatch', 0)).toBeNull();
    expect(pause('paid', 1e9)).toBe(3_600_000);
    expect(pause('expired', EXPIRES_AFTER_MS)).toBe(EXPIRES_AFTER_MS);
    expect(pause('expired', 5 * EXPIRES_AFTER_MS)).toBeNull();
  });

  it('knows a check that only a wrong clock can have scheduled', () => {
    const isTooLate = (state: OrderState, scheduledAt: number, seenAt: number): boolean => {
      const next = scheduleNextCheck(state, created, at(scheduledAt));
      return next !== null && isScheduledTooLate(state, created, next, at(seenAt));
    };
    const ages = [0, 1, 20, 45, 180, 3_600, 86_400, 864_000].map((seconds) => seconds * 1_000);

    for (const state of ['pending', 'failed', 'paid', 'expired'] as const)
      for (const age of ages) {
        // of a right clock, whenever it is looked at until it is due
        for (const later of [0, 1_000, 60_000]) expect(isTooLate(state, age, age + later)).toBe(false);
        // clocks of replicas differ by minutes
        expect(isTooLate(state, age + 120_000, age)).toBe(false);
      }
    for (const state of ['pending', 'failed', 'paid'] as const)
      for (const age of ages) expect(isTooLate(state, age + 3_600_000, age)).toBe(true);
  });

  it('expires an order after a day, and only without money', () => {
    expect(isOverdue('pending', created, at(EXPIRES_AFTER_MS))).toBe(true);
    expect(isOverdue('failed', created, at(EXPIRES_AFTER_MS))).toBe(true);
    expect(isOverdue('pending', created, at(EXPIRES_AFTER_MS - 1))).toBe(false);
    for (const state of ['expired', 'mismatch', 'paid', 'refunded'] as const)
      expect(isOverdue(state, created, at(1e12))).toBe(false);
  });
});
