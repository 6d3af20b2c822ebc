import { describe, expect, it } from 'vitest';
import {
  needsSuccessor,
  PUBLISH_AHEAD_MS,
  publishedKeysAt,
  type SigningKey,
  signingKeyAt,
} from './signing-keys.rules.ts';

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

describe('the key set', () => {
  it('signs with the first key immediately', () => {
    expect(signingKeyAt([key(1, 0)], at(0)).kid).toBe('k1');
  });

  it('publishes a successor before it signs', () => {
    expect(signingKeyAt(pair, at(90 * day)).kid).toBe('k1');
    expect(publishedKeysAt(pair, at(90 * day), week).map(({ kid }) => kid)).toEqual(['k2', 'k1']);
    expect(signingKeyAt(pair, at(90 * day + PUBLISH_AHEAD_MS)).kid).toBe('k2');
  });

  it('publishes the old key until its tokens have expired', () => {
    expect(publishedKeysAt(pair, at(97 * day), week)).toHaveLength(2);
    expect(publishedKeysAt(pair, at(98 * day), week).map(({ kid }) => kid)).toEqual(['k2']);
  });

  it('needs a successor when the newest key has reached its maximum age', () => {
    expect(needsSuccessor([], at(0), 90)).toBe(true);
    expect(needsSuccessor([key(1, 0)], at(89 * day), 90)).toBe(false);
    expect(needsSuccessor([key(1, 0)], at(90 * day), 90)).toBe(true);
    expect(needsSuccessor(pair, at(91 * day), 90)).toBe(false);
  });
});
