import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPlace, newest, type Timed } from './keep-place.ts';

type Place = Timed & { readonly page: number };

const at = (page: number, minute = page): Place => ({
  page,
  at: `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
});

describe('the newest place', () => {
  it('wins, wherever it was kept', () => {
    expect(newest(at(5, 10), at(9, 3))).toEqual(at(5, 10));
    expect(newest(null, at(9))).toEqual(at(9));
    expect(newest(at(9), null)).toEqual(at(9));
    expect(newest(null, null)).toBeNull();
  });
});

describe('keeping the place', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes each page here at once and says the last one after two seconds of rest', () => {
    const say = vi.fn(async () => {});
    const write = vi.fn();
    const keeper = keepPlace({ say, write });
    for (const page of [1, 2, 3]) {
      keeper.moved(at(page));
      vi.advanceTimersByTime(1_900);
    }
    expect(write).toHaveBeenCalledTimes(3);
    expect(say).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(say).toHaveBeenCalledTimes(1);
    expect(say).toHaveBeenCalledWith(at(3));
  });

  it('says it at once when the reader leaves, and only once', () => {
    const say = vi.fn(async () => {});
    const keeper = keepPlace({ say, write: () => {} });
    keeper.moved(at(4));
    keeper.flush();
    keeper.flush();
    vi.advanceTimersByTime(5_000);
    expect(say).toHaveBeenCalledTimes(1);
  });

  it('says a place again that nobody heard, unless a newer one came', async () => {
    let isUp = false;
    const say = vi.fn(async (_: Place) => {
      if (!isUp) throw new TypeError('offline');
    });
    const keeper = keepPlace({ say, write: () => {} });
    keeper.moved(at(4));
    await vi.advanceTimersByTimeAsync(2_000);
    isUp = true;
    keeper.flush();
    expect(say).toHaveBeenCalledTimes(2);
    expect(say).toHaveBeenLastCalledWith(at(4));
  });

  it('says it every ten seconds while it plays', () => {
    const say = vi.fn(async () => {});
    const keeper = keepPlace({ say, write: () => {} });
    for (let second = 0; second < 21; second += 1) {
      keeper.passing(at(second));
      vi.advanceTimersByTime(1_000);
    }
    expect(say).toHaveBeenCalledTimes(2);
  });
});
