import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStreams } from '../testing/streams.ts';
import { followLive, staleKeys, subscribeLive } from './live.ts';

let opened: ReturnType<typeof stubStreams>;
beforeEach(() => {
  opened = stubStreams();
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

it('goes on at the second address after three errors', () => {
  vi.useFakeTimers();
  const stop = subscribeLive(() => {});

  for (const wait of [1_000, 2_000, 4_000]) {
    opened.at(-1)?.onerror?.();
    vi.advanceTimersByTime(wait);
  }

  expect(opened.map(({ url }) => url)).toEqual([
    '/api/updates/stream',
    '/api/updates/stream',
    '/api/updates/stream',
    '/updates/stream',
  ]);
  stop();
});

/** The locks of a browser whose other tab holds ours, until `release`. */
const heldElsewhere = () => {
  let release = (): void => {};
  const free = new Promise<void>((resolve) => (release = resolve));
  let isFree = false;
  void free.then(() => (isFree = true));
  const request = async (
    _name: string,
    { ifAvailable }: { ifAvailable?: boolean },
    act: (lock: object | null) => unknown,
  ): Promise<void> => {
    if (ifAvailable && !isFree) return void (await act(null));
    await free;
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

it('a tab that takes the stream over from another reloads what it may have missed', async () => {
  const release = heldElsewhere();
  const heard: string[] = [];
  const stop = subscribeLive(({ type }) => heard.push(type));
  await vi.waitFor(() => expect(opened).toEqual([]));

  release();
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.onopen?.();

  expect(heard).toEqual(['reset']);
  stop();
  vi.unstubAllGlobals();
});

it('the first tab leads at once, and that is no gap', async () => {
  heldElsewhere()();
  await Promise.resolve();
  const heard: string[] = [];
  const stop = subscribeLive(({ type }) => heard.push(type));

  await vi.waitFor(() => expect(opened).toHaveLength(1));
  opened[0]?.onopen?.();

  expect(heard).toEqual([]);
  stop();
  vi.unstubAllGlobals();
});

const hear = (type: string, id: string): void =>
  opened[0]?.onmessage?.({ data: JSON.stringify({ type, id }) });

it('asks again for the book that changed, and for no other', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  client.setQueryData(['catalog', 'ebook', 'b1'], 1);
  client.setQueryData(['catalog', 'ebook', 'b2'], 1);
  const stop = followLive(client);

  hear('ebook-pdf-updated', 'b1');
  vi.advanceTimersByTime(450);

  expect(client.getQueryState(['catalog', 'ebook', 'b1'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['catalog', 'ebook', 'b2'])?.isInvalidated).toBe(false);
  stop();
});

it('messages that come together make one question, not at the same moment in every page', () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.99);
  const pages = [new QueryClient(), new QueryClient()];
  const asked = pages.map((client) => vi.spyOn(client, 'invalidateQueries').mockResolvedValue());
  const stops = pages.map(followLive);

  for (let n = 0; n < 30; n += 1) hear('shortfilm-created', 'f1');
  vi.advanceTimersByTime(299);
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  vi.advanceTimersByTime(100);
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([2, 0]);
  vi.advanceTimersByTime(100);

  expect(asked[1]?.mock.calls).toEqual([
    [{ queryKey: ['catalog', 'media', 'f1'] }],
    [{ queryKey: ['catalog', 'featured'] }],
  ]);
  for (const stop of stops) stop();
});

it('while a shelf is being filled a page asks less and less often, and at once again after a silence', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const stop = followLive(client);
  const featured = (): number =>
    asked.mock.calls.filter(([filters]) => filters?.queryKey?.includes('featured')).length;

  for (let n = 0; n < 100; n += 1) {
    hear('ebook-created', `b${n}`);
    vi.advanceTimersByTime(100);
  }
  expect(featured()).toBeGreaterThan(2);
  expect(featured()).toBeLessThan(7);

  vi.advanceTimersByTime(20_000);
  const before = featured();
  hear('ebook-created', 'last');
  vi.advanceTimersByTime(450);
  expect(featured()).toBe(before + 1);
  stop();
});

it('a page that is left asks nothing more', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const stop = followLive(client);

  hear('library-updated', '');
  stop();
  vi.advanceTimersByTime(1_000);

  expect(asked).not.toHaveBeenCalled();
});

it('asks everything again after a reset, and nothing for words it does not know', () => {
  expect(staleKeys({ type: 'reset', id: '' })).toEqual([[]]);
  expect(staleKeys({ type: 'something-new', id: 'x' })).toEqual([]);
  expect(staleKeys({ type: 'library-updated', id: '' })).toEqual([['library']]);
});
