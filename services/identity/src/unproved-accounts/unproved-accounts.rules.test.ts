import { describe, expect, it } from 'vitest';
import { NEXT_CHECK_AT, type Unproved } from '../accounts/accounts.rules.ts';
import { newUnproved, nextStep, nextTryAt } from './unproved-accounts.rules.ts';

const DAY_MS = 86_400_000;
const start = new Date('2026-03-01T10:00:00Z');
const after = (days: number): Date => new Date(start.getTime() + days * DAY_MS);
const unprovedFor = (days = 14): Unproved => newUnproved('test secret', { id: 'id1', now: start, days });
const step = (changes: Partial<Unproved>, now: Date, tokenVersion = 0) =>
  nextStep({ unproved: { ...unprovedFor(), ...changes }, tokenVersion }, { now, days: 14 });

describe('a new unproved account', () => {
  it('is due after the configured days and checked three days before, or a quarter of a short term', () => {
    expect(unprovedFor()).toMatchObject({ dueAt: after(14), [NEXT_CHECK_AT]: after(11) });
    expect(unprovedFor(4)).toMatchObject({ dueAt: after(4), [NEXT_CHECK_AT]: after(3) });
    expect(unprovedFor(1)).toMatchObject({ dueAt: after(1), [NEXT_CHECK_AT]: after(0.75) });
  });

  it('is never checked when the rule is off', () => {
    expect(unprovedFor(0)).toMatchObject({ dueAt: null, [NEXT_CHECK_AT]: null });
    expect(step({ dueAt: null }, after(400))).toEqual({ to: 'wait', until: null });
  });
});

describe('the next step', () => {
  it('is the reminder until the mail server has accepted it', () => {
    expect(step({}, after(11))).toEqual({ to: 'remind', until: after(14) });
    expect(step({}, after(40))).toEqual({ to: 'remind', until: after(43) });
  });

  it('waits for the due day and for three days after the reminder', () => {
    expect(step({ remindedAt: after(11) }, after(13))).toEqual({ to: 'wait', until: after(14) });
    expect(step({ remindedAt: after(20) }, after(21))).toEqual({ to: 'wait', until: after(23) });
    expect(step({ remindedAt: after(11) }, after(14))).toEqual({ to: 'ask' });
  });

  it('queries holdings again after all sessions ended, and starts over when the account has changed since', () => {
    const closing = { tokenVersion: 3 };
    expect(step({ remindedAt: after(11), closing }, after(14), 3)).toEqual({ to: 'ask' });
    expect(step({ remindedAt: after(11), closing }, after(14), 4)).toEqual({ to: 'reopen' });
  });
});

it('queries an unavailable service with increasing delays of up to a day', () => {
  const hours = [0, 1, 2, 3, 4, 5, 50].map(
    (tries) => (nextTryAt(tries, start).getTime() - start.getTime()) / 3_600_000,
  );
  expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
});
