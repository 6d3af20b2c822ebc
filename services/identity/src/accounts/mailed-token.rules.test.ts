import { expect, it } from 'vitest';
import { hashOfToken, mailedTokenOf, newMailedToken } from './mailed-token.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');

it('has 256 bits and differs for another id, purpose or secret (P38)', () => {
  const token = mailedTokenOf('secret', 'reset', 'id1');

  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const others = [
    mailedTokenOf('secret', 'reset', 'id2'),
    mailedTokenOf('secret', 'new-email', 'id1'),
    mailedTokenOf('other', 'reset', 'id1'),
  ];
  expect(others).not.toContain(token);
});

it('is stored as a hash with its expiry: 60 minutes and 24 hours (IDN-33, IDN-34)', () => {
  const stored = newMailedToken('secret', 'reset', { id: 'id1', now });

  expect(stored).toEqual({
    id: 'id1',
    hash: hashOfToken(mailedTokenOf('secret', 'reset', 'id1')),
    expiresAt: new Date('2026-01-01T01:00:00Z'),
  });
  expect(newMailedToken('secret', 'new-email', { id: 'id1', now }).expiresAt).toEqual(
    new Date('2026-01-02T00:00:00Z'),
  );
});
