import type { LiveMessage } from '@satrangi/contracts/pure';
import { expect, it, vi } from 'vitest';
import { stubStreams } from '../testing/streams.ts';
import { type Attempt, afterError, firstAttempt, openStream, readMessage } from './live-stream.ts';

const failTimes = (times: number): { attempt: Attempt; waits: number[] } => {
  let attempt = firstAttempt;
  const waits: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const next = afterError(attempt);
    attempt = next.attempt;
    waits.push(next.waitMs);
  }
  return { attempt, waits };
};

it('waits 1 s, doubling, never more than 30 s (WEB-91)', () => {
  expect(failTimes(7).waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

it('tries the next address after three errors in a row, and comes round again (WEB-91)', () => {
  expect(failTimes(2).attempt.candidate).toBe(0);
  expect(failTimes(3).attempt.candidate).toBe(1);
  expect(failTimes(6).attempt.candidate).toBe(0);
});

it('hands on messages, and neither keepalives nor noise', () => {
  expect(readMessage('{"type":"ebook-updated","id":"b1"}')).toEqual({ type: 'ebook-updated', id: 'b1' });
  expect(readMessage('{"type":"keepalive"}')).toBeUndefined();
  expect(readMessage('not json')).toBeUndefined();
});

it('what was missed between two streams is reloaded: a new stream can not say where the last one ended', () => {
  vi.useFakeTimers();
  const streams = stubStreams();
  const heard: LiveMessage[] = [];
  const stop = openStream((message) => heard.push(message));

  streams[0]?.onopen?.();
  expect(heard).toEqual([]);
  streams[0]?.onerror?.();
  vi.advanceTimersByTime(1_000);
  streams[1]?.onopen?.();
  expect(heard).toEqual([{ type: 'reset', id: '' }]);

  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('pages that lost the same server come back spread over half of the wait', () => {
  vi.useFakeTimers();
  const streams = stubStreams();
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.99);
  const stops = [openStream(() => {}), openStream(() => {})];

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
