import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256, solveChallenge } from './proof-of-work.ts';

const hex = (digest: Int32Array): string =>
  [...digest].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

it.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 200])('digests %i characters as SHA-256 does', (length) => {
  const text = 'satrangi:0123456789.'.repeat(10).slice(0, length);
  expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
});

it('finds an answer whose digest begins with the requested zero bits', async () => {
  const answer = await solveChallenge('a challenge', 10);
  const digest = createHash('sha256').update(`a challenge:${answer}`).digest();
  expect(digest.readUInt16BE(0) >> 6).toBe(0);
});
