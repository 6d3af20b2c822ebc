import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createCircuitBreaker,
  createCircuitBreakers,
  FAILURE_THRESHOLD,
  TRIAL_INTERVAL_MS,
} from './circuit-breaker.ts';

const failRepeatedly = ({ record }: { readonly record: (succeeded: boolean) => void }): void => {
  for (let call = 0; call < FAILURE_THRESHOLD; call += 1) record(false);
};

it('opens after 5 consecutive failures, allows one trial call every 5 s, closes on success (P27)', () => {
  let at = 0;
  const breaker = createCircuitBreaker(() => at);
  for (let call = 1; call < FAILURE_THRESHOLD; call += 1) breaker.record(false);
  expect(breaker.isOpen()).toBe(false);
  breaker.record(true);
  failRepeatedly(breaker);
  expect(breaker.isOpen()).toBe(true);

  at += TRIAL_INTERVAL_MS;
  expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, true]);
  breaker.record(true);
  expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, false]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TARGET = 'http://payments.example';

const createProbed = (results: readonly boolean[]) => {
  const probes: string[] = [];
  const shutdown = new AbortController();
  const breakerOf = createCircuitBreakers({
    // the clock stands still, so no trial call is due
    now: () => 0,
    isReady: async (target) => {
      probes.push(target);
      return results[probes.length - 1] ?? false;
    },
    shutdown: shutdown.signal,
  });
  return { probes, shutdown, breakerOf, breaker: breakerOf(TARGET) };
};

it('probes readiness while open and closes when the service is ready, without a trial call (0031)', async () => {
  const { probes, breaker, breakerOf } = createProbed([false, false, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(probes).toEqual([]);

  failRepeatedly(breaker);
  breaker.record(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(breaker.isOpen()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);

  expect(breakerOf(TARGET).isOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(probes).toEqual([TARGET, TARGET, TARGET]);
});

it('runs one probe for each service, also after it opens again, and none after shutdown (0031)', async () => {
  const { probes, breaker, shutdown } = createProbed([true]);
  failRepeatedly(breaker);
  breaker.record(true);
  failRepeatedly(breaker);
  await vi.advanceTimersByTimeAsync(600);
  expect(probes).toHaveLength(1);

  failRepeatedly(breaker);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(probes).toHaveLength(3);
  shutdown.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(probes).toHaveLength(3);
});
