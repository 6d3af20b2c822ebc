import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Timestamped } from './progress-key.ts';
import { createProgressSaver } from './save-progress.ts';

type PageProgress = Timestamped & { readonly page: number };

const at = (page: number): PageProgress => ({
  page,
  at: `2026-11-01T10:${String(page).padStart(2, '0')}:00.000Z`,
});

describe('saving progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('stores each page locally at once and sends the last one after two seconds without a change', () => {
    const send = vi.fn(async () => {});
    const store = vi.fn();
    const saver = createProgressSaver({ send, store });
    for (const page of [1, 2, 3]) {
      saver.saveDebounced(at(page));
      vi.advanceTimersByTime(1_900);
    }
    expect(store).toHaveBeenCalledTimes(3);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith(at(3));
  });

  it('sends at once when the reader leaves, and only once', () => {
    const send = vi.fn(async () => {});
    const saver = createProgressSaver({ send, store: () => {} });
    saver.saveDebounced(at(4));
    saver.flush();
    saver.flush();
    vi.advanceTimersByTime(5_000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('sends failed progress again, unless newer progress exists', async () => {
    let isUp = false;
    const send = vi.fn(async (_: PageProgress) => {
      if (!isUp) throw new TypeError('offline');
    });
    const saver = createProgressSaver({ send, store: () => {} });
    saver.saveDebounced(at(4));
    await vi.advanceTimersByTimeAsync(2_000);
    isUp = true;
    saver.flush();
    expect(send).toHaveBeenCalledTimes(2);
    expect(send).toHaveBeenLastCalledWith(at(4));
  });

  it('sends every ten seconds during playback', () => {
    const send = vi.fn(async () => {});
    const saver = createProgressSaver({ send, store: () => {} });
    for (let second = 0; second < 21; second += 1) {
      saver.saveThrottled(at(second));
      vi.advanceTimersByTime(1_000);
    }
    expect(send).toHaveBeenCalledTimes(2);
  });
});
