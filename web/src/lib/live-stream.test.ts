import type { LiveMessage } from '@satrangi/contracts/pure';
import { expect, it, vi } from 'vitest';
import { stubEventSource } from '../testing/fake-event-source.ts';
import { type Attempt, backoffAfter, firstAttempt, openLiveStream, readMessage } from './live-stream.ts';

const failRepeatedly = (times: number): { attempt: Attempt; delays: number[] } => {
  let attempt = firstAttempt;
  const delays: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const next = backoffAfter(attempt);
    attempt = next.attempt;
    delays.push(next.delayMs);
  }
  return { attempt, delays };
};

it('backs off from 1 s, doubling, to at most 30 s (WEB-91)', () => {
  expect(failRepeatedly(7).delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

it('rotates to the next URL after three errors in a row (WEB-91)', () => {
  expect(failRepeatedly(2).attempt.urlIndex).toBe(0);
  expect(failRepeatedly(3).attempt.urlIndex).toBe(1);
  expect(failRepeatedly(6).attempt.urlIndex).toBe(0);
});

it('passes on messages and drops keepalives and malformed data', () => {
  expect(readMessage('{"type":"ebook-updated","id":"b1"}')).toEqual({ type: 'ebook-updated', id: 'b1' });
  expect(readMessage('{"type":"keepalive"}')).toBeUndefined();
  expect(readMessage('not json')).toBeUndefined();
});

it('a reconnect reports a reset, because a new stream cannot resume after the last message', () => {
  vi.useFakeTimers();
  const streams = stubEventSource();
  const received: LiveMessage[] = [];
  const stop = openLiveStream((message) => received.push(message));

  streams[0]?.onopen?.();
  expect(received).toEqual([]);
  streams[0]?.onerror?.();
  vi.advanceTimersByTime(1_000);
  streams[1]?.onopen?.();
  expect(received).toEqual([{ type: 'reset', id: '' }]);

  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('jitter spreads reconnects over half of the backoff', () => {
  vi.useFakeTimers();
  const streams = stubEventSource();
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.99);
  const stops = [openLiveStream(() => {}), openLiveStream(() => {})];

  streams[0]?.onerror?.();
  streams[1]?.onerror?.();
  vi.advanceTimersByTime(510);
  expect(streams).toHaveLength(3);
  vi.advanceTimersByTime(490);
  expect(streams).toHaveLength(4);

  for (const stop of stops) stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
