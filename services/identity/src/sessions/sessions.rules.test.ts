import { describe, expect, it } from 'vitest';
import {
  needsSuccessor,
  PUBLISH_AHEAD_MS,
  publishedKeysAt,
  type SigningKey,
  secondsOf,
  signingKeyAt,
} from './sessions.rules.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const day = 86_400_000;
const week = 7 * 86_400;
const at = (offset: number): Date => new Date(start + offset);
const key = (generation: number, offset: number): SigningKey => ({
  generation,
  kid: `k${generation}`,
  publicJwk: {},
  privateKey: '',
  createdAt: at(offset).toISOString(),
});
const pair = [key(1, 0), key(2, 90 * day)];

describe('secondsOf', () => {
  it('reads lengths of time', () => {
    expect(['7d', '12h', '30m', '900s', '60'].map(secondsOf)).toEqual([604_800, 43_200, 1_800, 900, 60]);
  });

  it('refuses everything else', () => {
    expect(['', '0', '-1d', '7w', 'forever', '1.5h'].map(secondsOf)).toEqual(Array(6).fill(null));
  });
});

describe('the key set', () => {
  it('signs with the first key at once', () => {
    expect(signingKeyAt([key(1, 0)], at(0)).kid).toBe('k1');
  });

  it('shows a successor to verifiers before it signs', () => {
    expect(signingKeyAt(pair, at(90 * day)).kid).toBe('k1');
    expect(publishedKeysAt(pair, at(90 * day), week).map(({ kid }) => kid)).toEqual(['k2', 'k1']);
    expect(signingKeyAt(pair, at(90 * day + PUBLISH_AHEAD_MS)).kid).toBe('k2');
  });

  it('keeps the old key published as long as its tokens live, then drops it', () => {
    expect(publishedKeysAt(pair, at(97 * day), week)).toHaveLength(2);
    expect(publishedKeysAt(pair, at(98 * day), week).map(({ kid }) => kid)).toEqual(['k2']);
  });

  it('asks for a successor when the newest key has done its time', () => {
    expect(needsSuccessor([], at(0), 90)).toBe(true);
    expect(needsSuccessor([key(1, 0)], at(89 * day), 90)).toBe(false);
    expect(needsSuccessor([key(1, 0)], at(90 * day), 90)).toBe(true);
    expect(needsSuccessor(pair, at(91 * day), 90)).toBe(false);
  });
});
