import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './api.ts';
import { openPosition, positionSaver } from './open-position.ts';
import { findPosition } from './playback-position.ts';
import { findReadingPosition, type ReadingPosition, reading } from './reading-position.ts';
import { session } from './session.ts';
import { openProgress, openProgressSaver } from './unresolved-progress.ts';

const getProgress = vi.spyOn(api.library, 'getProgress');
const putProgress = vi.spyOn(api.library, 'putProgress');
const KEY = 'place:asha:seven-ways';

const minute = (at: number): string => `2026-11-01T10:${String(at).padStart(2, '0')}:00.000Z`;
const page = (to: number, at: number) => ({ page: to, pages: 212, at: minute(at) });
const seconds = (to: number, at: number) => ({ seconds: to, duration: 1_800, at: minute(at) });
const serverHas = (progress: object | null): void =>
  // pages or seconds: the type of the response wants one of the two
  void getProgress.mockImplementation(async () => ({ progress }) as never);
const serverFails = (): void => void getProgress.mockRejectedValue(new TypeError('offline'));

const reader = (onElsewhere = vi.fn()) => {
  const put = vi.fn(async () => undefined);
  return {
    put,
    onElsewhere,
    saver: openProgressSaver<ReadingPosition>('seven-ways', reading, { put, onElsewhere }),
  };
};
const sent = () => vi.advanceTimersByTimeAsync(2_000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  localStorage.clear();
  session.begin({ token: 'token-of-asha', userId: 'asha' });
  putProgress.mockImplementation(async ({ body }) => ({ progress: body }));
});
afterEach(() => void vi.useRealTimers());

describe('a page that was reached while the server’s was unknown', () => {
  it('does not replace a further one of another device, which is offered and wins', async () => {
    serverFails();
    expect(await openProgress('seven-ways', reading)).toBeNull();
    const { saver, put, onElsewhere } = reader();
    saver.saveDebounced(page(2, 20));
    await sent();
    expect(put).not.toHaveBeenCalled();

    serverHas({ format: 'text', ...page(10, 5) });
    saver.flush();
    await sent();
    expect(onElsewhere).toHaveBeenLastCalledWith(page(10, 5));
    expect(put).not.toHaveBeenCalled();
    expect(await findReadingPosition('seven-ways')).toEqual(page(10, 5));
  });

  it('is saved when it is further', async () => {
    serverFails();
    await openProgress('seven-ways', reading);
    const { saver, put, onElsewhere } = reader();
    serverHas({ format: 'text', ...page(10, 5) });
    saver.saveDebounced(page(2, 20));
    await sent();
    saver.saveDebounced(page(11, 21));
    await sent();
    expect(put.mock.calls).toEqual([[page(11, 21)]]);
    expect(onElsewhere).toHaveBeenLastCalledWith(null);
  });

  it('is saved when the reader chooses it', async () => {
    serverFails();
    await openProgress('seven-ways', reading);
    const { saver, put } = reader();
    serverHas({ format: 'text', ...page(10, 5) });
    await saver.resolve(page(1, 20));
    saver.settle();
    saver.saveDebounced(page(2, 21));
    await sent();
    expect(put.mock.calls).toEqual([[page(2, 21)]]);
    expect(localStorage.getItem(KEY)).toBe(JSON.stringify(page(2, 21)));
  });

  it('is saved, also further back, when no other device has moved since this one knew the server’s', async () => {
    localStorage.setItem(KEY, JSON.stringify(page(10, 5)));
    serverFails();
    expect(await openProgress('seven-ways', reading)).toEqual(page(10, 5));
    const { saver, put } = reader();
    saver.saveDebounced(page(9, 20));
    serverHas({ format: 'text', ...page(10, 5) });
    await sent();
    expect(put.mock.calls).toEqual([[page(9, 20)]]);
  });

  it('is saved when the server has none', async () => {
    serverFails();
    await openProgress('seven-ways', reading);
    const { saver, put } = reader();
    serverHas(null);
    saver.saveDebounced(page(2, 20));
    await sent();
    expect(put).toHaveBeenCalledTimes(1);
  });

  it('is not sent for the reader who logs in while the server’s loads', async () => {
    serverFails();
    await openProgress('seven-ways', reading);
    const { saver, put, onElsewhere } = reader();
    getProgress.mockImplementation(async () => {
      session.begin({ token: 'token-of-binu', userId: 'binu' });
      return { progress: null };
    });
    saver.saveDebounced(page(2, 20));
    await sent();
    expect([put.mock.calls, onElsewhere.mock.calls]).toEqual([[], []]);
  });
});

it('the newest counts after the server’s was known, also when it is further back', async () => {
  serverHas({ format: 'text', ...page(10, 5) });
  await openProgress('seven-ways', reading);
  const { saver, put } = reader();
  saver.saveDebounced(page(2, 20));
  await sent();
  expect(put).toHaveBeenCalledTimes(1);
  expect(await findReadingPosition('seven-ways')).toEqual(page(2, 20));
});

it.each(['audio', 'video'] as const)(
  '%s: what began at its start because its position did not load does not replace it',
  async (format) => {
    serverFails();
    expect(await openPosition('seven-ways')).toBeNull();
    const saver = positionSaver('seven-ways', format);
    serverHas({ format, ...seconds(900, 5) });
    saver.saveThrottled(seconds(30, 20));
    await vi.advanceTimersByTimeAsync(10_000);
    // another page looks it up while this one plays
    expect(await findPosition('seven-ways')).toEqual(seconds(900, 5));
    saver.saveThrottled(seconds(40, 21));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(putProgress).not.toHaveBeenCalled();

    saver.saveThrottled(seconds(905, 40));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(putProgress).toHaveBeenCalledTimes(1);
  },
);
