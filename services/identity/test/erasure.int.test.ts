import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it, vi } from 'vitest';
import { NEXT_CHECK_AT } from '../src/accounts/accounts.rules.ts';
import {
  ADMIN,
  deletions,
  EMAIL,
  type Fixture,
  openFixture,
  outcomeOf,
  PASSWORD,
  postJson,
  recordOf,
} from './fixture.ts';

const canary = {
  name: 'Canarywala',
  pronouns: 'xe/canary',
  bio: 'A canary sang here.',
} as const;

describe('account deletion by the owner', () => {
  it('erases all personal fields in one write and publishes an event with the id only (IDN-23, IDN-40, P42)', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register('canary@example.org', {
      ...canary,
      phone: '+91 98765 43210',
    });
    await client.updateProfile({ body: { city: 'Canarypur', interests: ['canaries'], country: 'IN' } });
    await client.updateProfile({ body: { newEmail: 'canary2@example.org', currentPassword: PASSWORD } });
    await fixture.visitor.forgotPassword({ body: { email: 'canary@example.org' } });
    await fixture.mails('canary@example.org');

    expect(await client.deleteAccount({})).toEqual({ ok: true });

    await fixture.service.runWork();
    expect(await deletions(fixture)).toMatchObject([{ subject: `user/${userId}`, data: { userId } }]);
    expect(await recordOf(fixture, userId)).toEqual({
      _id: userId,
      erasure: { at: expect.any(Date), forgottenBy: {}, tries: 0, [NEXT_CHECK_AT]: expect.any(Date) },
    });
    const dumpStore = await fixture.dumpStore();
    expect(dumpStore).not.toMatch(/canar/i);
    expect(dumpStore).not.toContain('9876543210');
  });

  it('leaves no session of a login that crosses it', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);
    const rows = fixture.service.internals.store.connection.collection('login-sessions');
    const insertOne = rows.insertOne.bind(rows);
    vi.spyOn(rows, 'insertOne').mockImplementationOnce(async (...row) => {
      await client.deleteAccount({});
      await fixture.service.runWork();
      return insertOne(...row);
    });

    const login = await outcomeOf(fixture.logIn(EMAIL, PASSWORD));

    expect(await rows.countDocuments({ userId })).toBe(0);
    expect(login).toMatchObject({ status: 401, message: 'Login failed' });
  });

  describe('requires a proof', () => {
    const advanceMinutes = (fixture: Fixture, minutes: number) =>
      fixture.service.clock.advance(minutes * 60_000);
    const NEEDS_PASSWORD = {
      code: 'not-allowed',
      status: 403,
      message: 'Enter your current password to delete your profile.',
    };

    it('accepts a login of the last ten minutes; later it requires the password', async () => {
      await using fixture = await openFixture();
      const asha = await fixture.register(EMAIL);
      const leela = await fixture.register('leela@example.org');
      advanceMinutes(fixture, 9);
      expect(await asha.client.deleteAccount({ body: { feedback: 'Bye.' } })).toEqual({ ok: true });
      advanceMinutes(fixture, 2);

      expect(await outcomeOf(leela.client.deleteAccount({ body: { feedback: 'Bye.' } }))).toEqual(
        NEEDS_PASSWORD,
      );
      expect(await outcomeOf(leela.client.deleteAccount({ body: { currentPassword: '' } }))).toEqual(
        NEEDS_PASSWORD,
      );
      expect(await leela.client.getProfile()).toMatchObject({ email: 'leela@example.org' });
      expect(await leela.client.deleteAccount({ body: { currentPassword: PASSWORD } })).toEqual({ ok: true });
    });

    it('refuses a wrong password, also right after a login, and limits guesses', async () => {
      await using fixture = await openFixture();
      const { client } = await fixture.register(EMAIL);
      const guess = () => outcomeOf(client.deleteAccount({ body: { currentPassword: 'a guess' } }));

      expect(await guess()).toMatchObject({ status: 403, message: 'Current password is incorrect' });
      const outcomes = await Promise.all(Array.from({ length: 12 }, guess));

      expect(outcomes.filter(({ status }) => status === 403)).toHaveLength(9);
      expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(3);
      expect(await client.getProfile()).toMatchObject({ email: EMAIL });
    });

    it('requires a new login of an account with Google only', async () => {
      await using fixture = await openFixture();
      const credential = await fixture.credential({ email: EMAIL });
      const signIn = () => fixture.visitor.googleSignIn({ body: { credential } });
      const old = await signIn();
      advanceMinutes(fixture, 11);

      for (const body of [{}, { currentPassword: PASSWORD }])
        expect(await outcomeOf(fixture.as(old.token).deleteAccount({ body }))).toEqual({
          code: 'not-allowed',
          status: 403,
          message: 'Log in again to delete your profile. You have ten minutes after that.',
        });
      expect(await fixture.as((await signIn()).token).deleteAccount({})).toEqual({ ok: true });
    });
  });

  it('deletes the caller’s account, whatever id the request contains (IDN-23)', async () => {
    await using fixture = await openFixture();
    const asha = await fixture.register(EMAIL);
    const leela = await fixture.register('leela@example.org', { name: 'Leela' });

    const response = await fetch(`${fixture.service.url}/users/delete?userId=${leela.userId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: leela.userId, id: leela.userId }),
    });

    expect(response.status).toBe(200);
    expect(await leela.client.getProfile()).toMatchObject({ name: 'Leela' });
    expect((await outcomeOf(asha.client.getProfile())).message).toBe('Invalid token');
    expect((await outcomeOf(fixture.visitor.deleteAccount({}))).status).toBe(401);
  });

  it('ends token, login and cookie immediately (IDN-24, P39)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);

    await client.deleteAccount({});

    for (const call of [client.getProfile, client.exportMine, client.deleteAccount, client.logoutEverywhere])
      expect(await outcomeOf(call())).toMatchObject({ status: 401, message: 'Invalid token' });
    expect((await outcomeOf(fixture.logIn(EMAIL, PASSWORD))).status).toBe(401);
    const response = await postJson(`${fixture.service.url}/users/login`, {
      email: 'nobody@example.org',
      password: PASSWORD,
    });
    expect(response.status).toBe(401);
  });

  it('the same email or Google account starts a new account afterwards', async () => {
    await using fixture = await openFixture();
    const first = await fixture.register(EMAIL, { bio: 'Before.' });
    const google = await fixture.visitor.googleSignIn({
      body: { credential: await fixture.credential({ email: 'leela@example.org' }) },
    });
    await first.client.deleteAccount({});
    await fixture.as(google.token).deleteAccount({});

    const again = await fixture.register(EMAIL);
    const googleAgain = await fixture.visitor.googleSignIn({
      body: { credential: await fixture.credential({ email: 'leela@example.org' }) },
    });

    expect(again.userId).not.toBe(first.userId);
    expect(googleAgain.user._id).not.toBe(google.user._id);
    expect(await again.client.getProfile()).toMatchObject({ bio: null });
  });

  it('stores feedback without the account (IDN-23)', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);

    await client.deleteAccount({ body: { feedback: 'Too many mails.' } });
    await fixture.service.runWork();

    const feedback = await fixture.collection('farewells').find({}).toArray();
    expect(feedback).toMatchObject([{ feedback: 'Too many mails.' }]);
    expect(JSON.stringify(feedback)).not.toContain(userId);
    expect(JSON.stringify(feedback)).toMatch(/"at":"[\d-]+T00:00:00\.000Z"/);
  });

  it('responds with a message that pages can show when it fails, and keeps the account (IDN-25)', async () => {
    await using fixture = await openFixture();
    const { token } = await fixture.logIn(ADMIN.email, ADMIN.password);

    const response = await fetch(`${fixture.service.url}/users/delete`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });

    expect(response.status).toBe(409);
    const { message, error, detail } = (await response.json()) as Record<string, unknown>;
    expect([message, error, detail]).toEqual(Array(3).fill('At least one admin is required'));
    expect(await fixture.as(token).getProfile()).toMatchObject({ email: ADMIN.email });
    expect(await deletions(fixture)).toEqual([]);
  });

  it('handles thirty concurrent requests as one deletion with one event', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);

    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcomeOf(client.deleteAccount({}))));

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(29);
    expect(await deletions(fixture)).toHaveLength(1);
  });

  it('user cards omit the account', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);
    await client.deleteAccount({});

    const { people } = await fixture.visitor.listPublicProfiles(
      { query: { ids: userId } },
      { headers: { 'x-internal-secret': TEST_INTERNAL_SECRET } },
    );

    expect(people).toEqual([]);
  });
});
