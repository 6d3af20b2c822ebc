import { UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { changesOf, idsOf, loginOf, newAccount, profileOf, publicPart } from './accounts.rules.ts';

const made = { userId: UserId.parse('u1'), passwordHash: 'hash', now: new Date('2026-01-01T00:00:00Z') };
const asha = newAccount({ name: 'Asha', password: 'secret1', phone: '+91 (98765) 432-10' }, made);

describe('newAccount', () => {
  it('is a USER whatever else was sent along (IDN-37)', () => {
    const eager = { name: 'Asha', email: 'asha@example.org', password: 'secret1', role: 'ADMIN', _id: 'x' };

    expect(newAccount(eager, made)).toMatchObject({ _id: 'u1', role: 'USER', tokenVersion: 0 });
  });

  it('keeps a phone without dashes, spaces and parentheses (IDN-05)', () => {
    expect(asha.phone).toBe('+919876543210');
  });

  it('leaves out the identifier that was not given, so that it stays unique among those who have one', () => {
    expect('email' in asha).toBe(false);
  });
});

describe('loginOf', () => {
  it('finds the account by the same spelling register kept', () => {
    expect(loginOf({ phone: '+91-98765-43210' })).toEqual({ phone: asha.phone });
    expect(loginOf({ email: 'asha@example.org', phone: '+919876543210' })).toEqual({
      email: 'asha@example.org',
    });
  });
});

describe('changesOf', () => {
  it('takes a country alone (IDN-21)', () => {
    expect(changesOf({ country: 'IN' })).toEqual({ country: 'IN' });
  });

  it('forgets a field that was emptied', () => {
    expect(changesOf({ pronouns: '', bio: null })).toEqual({ pronouns: null, bio: null });
  });

  it('keeps each interest once', () => {
    expect(changesOf({ interests: ['poetry', 'film', 'poetry'] })).toEqual({ interests: ['poetry', 'film'] });
  });
});

describe('publicPart', () => {
  it('is the name and the pronouns, nothing private', () => {
    expect(publicPart({ name: 'Asha', pronouns: null, bio: 'x', city: 'Pune' })).toEqual({
      name: 'Asha',
      pronouns: null,
    });
  });
});

describe('profileOf', () => {
  it('never holds the password hash (IDN-15)', () => {
    expect(Object.keys(profileOf(asha))).not.toContain('passwordHash');
  });
});

it('ids of a list count once and empty ones not at all', () => {
  expect(idsOf('a, b,,a')).toEqual(['a', 'b']);
});
