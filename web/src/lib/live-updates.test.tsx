import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubEventSource } from '../testing/fake-event-source.ts';
import { invalidateOnLiveUpdates, staleKeys, subscribeLive } from './live-updates.ts';

let opened: ReturnType<typeof stubEventSource>;
beforeEach(() => {
  opened = stubEventSource();
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('opens one stream for many listeners and closes it with the last (WEB-91)', () => {
  const first = subscribeLive(() => {});
  const second = subscribeLive(() => {});
  expect(opened.map(({ url }) => url)).toEqual(['/api/updates/stream']);

  first();
  expect(opened[0]?.closed).toBe(false);
  second();

  expect(opened[0]?.closed).toBe(true);
});

it('continues at the second URL after three errors', () => {
  vi.useFakeTimers();
  const stop = subscribeLive(() => {});

  for (const delay of [1_000, 2_000, 4_000]) {
    opened.at(-1)?.onerror?.();
    vi.advanceTimersByTime(delay);
  }

  expect(opened.map(({ url }) => url)).toEqual([
    '/api/updates/stream',
    '/api/updates/stream',
    '/api/updates/stream',
    '/updates/stream',
  ]);
  stop();
});

/** Stubs the Web Locks API as if another tab held the lock until `release`. */
const lockHeldElsewhere = () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isReleased = false;
  void released.then(() => (isReleased = true));
  const request = async (
    _name: string,
    { ifAvailable }: { ifAvailable?: boolean },
    act: (lock: object | null) => unknown,
  ): Promise<void> => {
    if (ifAvailable && !isReleased) return void (await act(null));
    await released;
    await act({});
  };
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(): void {}
      close(): void {}
    },
  );
  return release;
};

it('a tab that takes over the stream reloads what it may have missed', async () => {
  const release = lockHeldElsewhere();
  const received: string[] = [];
  const stop = subscribeLive(({ type }) => received.push(type));
  await vi.waitFor(() => expect(opened).toEqual([]));

  release();
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.onopen?.();

  expect(received).toEqual(['reset']);
  stop();
  vi.unstubAllGlobals();
});

it('the first tab takes the lock at once and reports no gap', async () => {
  lockHeldElsewhere()();
  await Promise.resolve();
  const received: string[] = [];
  const stop = subscribeLive(({ type }) => received.push(type));

  await vi.waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.onopen?.();

  expect(received).toEqual([]);
  stop();
  vi.unstubAllGlobals();
});

const sendLive = (type: string, id: string): void =>
  opened[0]?.onmessage?.({ data: JSON.stringify({ type, id }) });

it('invalidates the book that changed and no other', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  client.setQueryData(['catalog', 'ebook', 'b1'], 1);
  client.setQueryData(['catalog', 'ebook', 'b2'], 1);
  const stop = invalidateOnLiveUpdates(client);

  sendLive('ebook-pdf-updated', 'b1');
  vi.advanceTimersByTime(450);

  expect(client.getQueryState(['catalog', 'ebook', 'b1'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['catalog', 'ebook', 'b2'])?.isInvalidated).toBe(false);
  stop();
});

it('messages within a moment cause one refetch, with jitter between pages', () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.99);
  const pages = [new QueryClient(), new QueryClient()];
  const invalidated = pages.map((client) => vi.spyOn(client, 'invalidateQueries').mockResolvedValue());
  const stops = pages.map(invalidateOnLiveUpdates);

  for (let n = 0; n < 30; n += 1) sendLive('shortfilm-created', 'f1');
  vi.advanceTimersByTime(299);
  expect(invalidated.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  vi.advanceTimersByTime(100);
  expect(invalidated.map(({ mock }) => mock.calls.length)).toEqual([2, 0]);
  vi.advanceTimersByTime(100);

  expect(invalidated[1]?.mock.calls).toEqual([
    [{ queryKey: ['catalog', 'media', 'f1'] }],
    [{ queryKey: ['catalog', 'featured'] }],
  ]);
  for (const stop of stops) stop();
});

it('refetches back off while many titles are added, and start again after a pause', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const stop = invalidateOnLiveUpdates(client);
  const featured = (): number =>
    invalidated.mock.calls.filter(([filters]) => filters?.queryKey?.includes('featured')).length;

  for (let n = 0; n < 100; n += 1) {
    sendLive('ebook-created', `b${n}`);
    vi.advanceTimersByTime(100);
  }
  expect(featured()).toBeGreaterThan(2);
  expect(featured()).toBeLessThan(7);

  vi.advanceTimersByTime(20_000);
  const before = featured();
  sendLive('ebook-created', 'last');
  vi.advanceTimersByTime(450);
  expect(featured()).toBe(before + 1);
  stop();
});

it('stopping cancels pending refetches', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const stop = invalidateOnLiveUpdates(client);

  sendLive('library-updated', '');
  stop();
  vi.advanceTimersByTime(1_000);

  expect(invalidated).not.toHaveBeenCalled();
});

it('invalidates everything after a reset and nothing for unknown types', () => {
  expect(staleKeys({ type: 'reset', id: '' })).toEqual([[]]);
  expect(staleKeys({ type: 'something-new', id: 'x' })).toEqual([]);
  expect(staleKeys({ type: 'library-updated', id: '' })).toEqual([['library'], ['payments', 'order']]);
  expect(staleKeys({ type: 'order-updated', id: 'order-1' })).toEqual([
    ['payments', 'mine'],
    ['payments', 'order'],
  ]);
});
