import { expect, it } from 'vitest';
import { createRestartPolicy } from './restart-policy.ts';

it('pauses double up to five seconds, and the ninth early end in a row is final, except by a signal', () => {
  let clock = 0;
  const policy = createRestartPolicy(() => clock);
  const endAfter = (ms: number, code: number | null = 1): number | null => {
    policy.started();
    clock += ms;
    return policy.pauseAfterExit(code);
  };

  const early = Array.from({ length: 4 }, () => endAfter(100));
  expect(early).toEqual([250, 500, 1_000, 2_000]);
  expect(endAfter(10_000)).toBe(250);
  expect(Array.from({ length: 8 }, () => endAfter(9_999))).toEqual([
    500,
    1_000,
    2_000,
    4_000,
    5_000,
    5_000,
    5_000,
    null,
  ]);
  expect(endAfter(100, null)).toBe(5_000);
});
