import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { followLive, staleKeys, subscribeLive } from './live.ts';

const opened: FakeStream[] = [];

/** An EventSource the test speaks through. */
class FakeStream {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    opened.push(this);
  }
  addEventListener(): void {}
  close(): void {
    this.closed = true;
  }
}

beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal('EventSource', FakeStream);
});

it('opens one stream for many listeners and closes it with the last', () => {
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

it('asks again for the book that changed, and for no other', async () => {
  const client = new QueryClient();
  client.setQueryData(['catalog', 'ebook', 'b1'], 1);
  client.setQueryData(['catalog', 'ebook', 'b2'], 1);
  const stop = followLive(client);

  opened[0]?.onmessage?.({ data: '{"type":"ebook-pdf-updated","id":"b1"}' });

  expect(client.getQueryState(['catalog', 'ebook', 'b1'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['catalog', 'ebook', 'b2'])?.isInvalidated).toBe(false);
  stop();
});

it('asks everything again after a reset, and nothing for words it does not know', () => {
  expect(staleKeys({ type: 'reset', id: '' })).toEqual([[]]);
  expect(staleKeys({ type: 'something-new', id: 'x' })).toEqual([]);
  expect(staleKeys({ type: 'library-updated', id: '' })).toEqual([['library']]);
});
