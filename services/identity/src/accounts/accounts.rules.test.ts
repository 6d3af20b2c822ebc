import { UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import {
  loginIdentifierOf,
  newAccount,
  parseUserIds,
  profileFieldsOf,
  publicFieldsOf,
  toProfile,
} from './accounts.rules.ts';

const created = { userId: UserId.parse('u1'), passwordHash: 'hash', now: new Date('2026-01-01T00:00:00Z') };
const asha = newAccount({ name: 'Asha', password: 'secret1', phone: '+91 (98765) 432-10' }, created);

describe('newAccount', () => {
  it('has the role USER, whatever fields the request contains (IDN-37)', () => {
    const withExtras = {
      name: 'Asha',
      email: 'asha@example.org',
      password: 'secret1',
      role: 'ADMIN',
      _id: 'x',
    };

    expect(newAccount(withExtras, created)).toMatchObject({ _id: 'u1', role: 'USER', tokenVersion: 0 });
  });

  it('stores a phone without dashes, spaces and parentheses (IDN-05)', () => {
    expect(asha.phone).toBe('+919876543210');
  });

  it('omits the identifier that was not given, because the unique index covers present values', () => {
    expect('email' in asha).toBe(false);
  });
});

describe('loginIdentifierOf', () => {
  it('normalises a phone as registration does, and prefers the email', () => {
    expect(loginIdentifierOf({ phone: '+91-98765-43210' })).toEqual({ phone: asha.phone });
    expect(loginIdentifierOf({ email: 'asha@example.org', phone: '+919876543210' })).toEqual({
      email: 'asha@example.org',
    });
  });
});

describe('profileFieldsOf', () => {
  it('accepts a country alone (IDN-21)', () => {
    expect(profileFieldsOf({ country: 'IN' })).toEqual({ country: 'IN' });
  });

  it('clears a field that is sent empty', () => {
    expect(profileFieldsOf({ pronouns: '', bio: null })).toEqual({ pronouns: null, bio: null });
  });

  it('shares interests with the model of the chat only when that is chosen (CON-03)', () => {
    expect(profileFieldsOf({ aiPersonal: true })).toEqual({ aiPersonal: true });
    expect(profileFieldsOf({ interests: ['poetry'] })).not.toHaveProperty('aiPersonal');
  });

  it('removes duplicate interests', () => {
    expect(profileFieldsOf({ interests: ['poetry', 'film', 'poetry'] })).toEqual({
      interests: ['poetry', 'film'],
    });
  });
});

describe('publicFieldsOf', () => {
  it('contains name and pronouns, no private field', () => {
    expect(publicFieldsOf({ name: 'Asha', pronouns: null, bio: 'x', city: 'Pune' })).toEqual({
      name: 'Asha',
      pronouns: null,
    });
  });
});

describe('toProfile', () => {
  it('does not contain the password hash (IDN-15)', () => {
    expect(Object.keys(toProfile(asha))).not.toContain('passwordHash');
  });
});

it('parseUserIds returns distinct ids and skips empty ones', () => {
  expect(parseUserIds('a, b,,a')).toEqual(['a', 'b']);
});
