import { describe, expect, it } from 'vitest';
import { newUnproved, nextStep, nextTryAt, type Unproved } from './unproved.rules.ts';

const DAY_MS = 86_400_000;
const start = new Date('2026-03-01T10:00:00Z');
const after = (days: number): Date => new Date(start.getTime() + days * DAY_MS);
const made = (days = 14): Unproved => newUnproved('a secret of the tests', { id: 'id1', now: start, days });
const step = (changes: Partial<Unproved>, now: Date, tokenVersion = 0) =>
  nextStep({ unproved: { ...made(), ...changes }, tokenVersion }, { now, days: 14 });

describe('an account whose address was typed', () => {
  it('is due after the days of the setting, and looked at three days before, or a quarter of short terms', () => {
    expect(made()).toMatchObject({ dueAt: after(14), lookAt: after(11) });
    expect(made(4)).toMatchObject({ dueAt: after(4), lookAt: after(3) });
    expect(made(1)).toMatchObject({ dueAt: after(1), lookAt: after(0.75) });
  });

  it('is never looked at when the rule is off', () => {
    expect(made(0)).toMatchObject({ dueAt: null, lookAt: null });
    expect(step({ dueAt: null }, after(400))).toEqual({ to: 'wait', until: null });
  });
});

describe('the next step', () => {
  it('is the reminder, as long as no mail server took it', () => {
    expect(step({}, after(11))).toEqual({ to: 'remind', until: after(14) });
    expect(step({}, after(40))).toEqual({ to: 'remind', until: after(43) });
  });

  it('waits for the day, and for three days after the reminder', () => {
    expect(step({ remindedAt: after(11) }, after(13))).toEqual({ to: 'wait', until: after(14) });
    expect(step({ remindedAt: after(20) }, after(21))).toEqual({ to: 'wait', until: after(23) });
    expect(step({ remindedAt: after(11) }, after(14))).toEqual({ to: 'ask' });
  });

  it('asks again once all logins ended, and starts over when the account changed since', () => {
    const closing = { tokenVersion: 3 };
    expect(step({ remindedAt: after(11), closing }, after(14), 3)).toEqual({ to: 'ask' });
    expect(step({ remindedAt: after(11), closing }, after(14), 4)).toEqual({ to: 'reopen' });
  });
});

it('asks a silent service ever less often, once a day at least', () => {
  const hours = [0, 1, 2, 3, 4, 5, 50].map(
    (tries) => (nextTryAt(tries, start).getTime() - start.getTime()) / 3_600_000,
  );
  expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
});
