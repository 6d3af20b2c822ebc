import { createLog } from '@satrangi/chassis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSchedule } from './schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('money is counted soon after it comes, and under load at most twice a second', async () => {
  const run = vi.fn(async () => {});
  const schedule = createSchedule({ run, log: createLog('analytics-usage', 'silent') });

  schedule.request(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(run).toHaveBeenCalledTimes(1);

  for (let ms = 0; ms < 2_000; ms += 20) {
    schedule.request(true);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(run.mock.calls.length).toBeLessThanOrEqual(5);
});
