import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadBetweenRequests } from './loading.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const PARTS = 40;
const partsOf = () => {
  let loaded = 0;
  const loading = loadBetweenRequests({ loadSome: () => loaded < PARTS && ++loaded > 0 });
  return { loading, loaded: () => loaded };
};

it('a quiet store is loaded without a pause', () => {
  const { loaded } = partsOf();
  vi.advanceTimersByTime(2 * PARTS);
  expect(loaded()).toBe(PARTS);
});

it('requests come first, and a store that is never quiet is loaded slowly', () => {
  const { loading, loaded } = partsOf();
  for (let ms = 0; ms < 1_000; ms += 5) {
    loading.requested();
    vi.advanceTimersByTime(5);
  }
  expect(loaded()).toBeGreaterThan(5);
  expect(loaded()).toBeLessThan(PARTS / 2);
  vi.advanceTimersByTime(1_000);
  expect(loaded()).toBe(PARTS);
});

it('nothing is loaded after the stop', () => {
  const { loading, loaded } = partsOf();
  loading.stop();
  vi.advanceTimersByTime(1_000);
  expect(loaded()).toBe(1);
});
