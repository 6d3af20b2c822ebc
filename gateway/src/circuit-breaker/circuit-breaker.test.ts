import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BREAKER_FAILURES, BREAKER_PAUSE_MS, makeBreaker, makeBreakers } from './circuit-breaker.ts';

const failOften = ({ note }: { readonly note: (ok: boolean) => void }): void => {
  for (let call = 0; call < BREAKER_FAILURES; call += 1) note(false);
};

it('opens after five failures in a row, lets one try through every five seconds, closes with a success (P27)', () => {
  let at = 0;
  const breaker = makeBreaker(() => at);
  for (let call = 1; call < BREAKER_FAILURES; call += 1) breaker.note(false);
  expect(breaker.isOpen()).toBe(false);
  breaker.note(true);
  failOften(breaker);
  expect(breaker.isOpen()).toBe(true);

  at += BREAKER_PAUSE_MS;
  expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, true]);
  breaker.note(true);
  expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, false]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOME = 'http://payments.example';

const watched = (answers: readonly boolean[]) => {
  const asked: string[] = [];
  const leaving = new AbortController();
  const breakerOf = makeBreakers({
    // Nobody is let through to find out: these five seconds never pass.
    now: () => 0,
    isReady: async (target) => {
      asked.push(target);
      return answers[asked.length - 1] ?? false;
    },
    leaving: leaving.signal,
  });
  return { asked, leaving, breakerOf, breaker: breakerOf(HOME) };
};

it('a service that is gone is looked for until it is ready; no visitor finds out for the others (0031)', async () => {
  const { asked, breaker, breakerOf } = watched([false, false, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);

  failOften(breaker);
  breaker.note(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(breaker.isOpen()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);

  expect(breakerOf(HOME).isOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([HOME, HOME, HOME]);
});

it('it is looked for by one only, also the second time; nobody is when the gateway leaves (0031)', async () => {
  const { asked, breaker, leaving } = watched([true]);
  failOften(breaker);
  breaker.note(true);
  failOften(breaker);
  await vi.advanceTimersByTimeAsync(600);
  expect(asked).toHaveLength(1);

  failOften(breaker);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(3);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
});
