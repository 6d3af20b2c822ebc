import { anEvent, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import {
  type ErasingService,
  erasingServices,
  identitySnapshotRequested,
  UserId,
  userForgotten,
} from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { ADMIN, openWorld, PASSWORD, postJson, refusal, type World } from './world.ts';

const canary = {
  name: 'Canarywala',
  pronouns: 'xe/canary',
  bio: 'A canary sang here.',
} as const;

const answer = (world: World, service: ErasingService, userId: string) =>
  world.service.deliver(anEvent(userForgotten[service], { data: { userId: UserId.parse(userId) } }));
const deletions = async (world: World) =>
  (await world.service.announced()).filter(({ type }) => type === 'identity.user-deleted.v1');
/** Without the fields of the outbox, which hold ids only and empty themselves. */
const recordOf = async (world: World, userId: string) =>
  world.service.inside.store.connection.db
    ?.collection<{ _id: string }>('accounts')
    .findOne({ _id: userId }, { projection: { outbox: 0, outboxDue: 0, outboxTries: 0, applied: 0 } });

describe('deleting the own account', () => {
  it('erases name, email, phone, bio and everything else at once and says so by id (IDN-23, IDN-40, P42)', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('canary@example.org', { ...canary, phone: '+91 98765 43210' });
    await mine.updateProfile({ body: { city: 'Canarypur', interests: ['canaries'], country: 'IN' } });
    await mine.updateProfile({ body: { newEmail: 'canary2@example.org', currentPassword: PASSWORD } });
    await world.visitor.forgotPassword({ body: { email: 'canary@example.org' } });
    await world.mails('canary@example.org');

    expect(await mine.deleteAccount({})).toEqual({ ok: true });

    await world.service.runWork();
    expect(await deletions(world)).toMatchObject([{ subject: `user/${userId}`, data: { userId } }]);
    expect(await recordOf(world, userId)).toEqual({
      _id: userId,
      erasure: { at: expect.any(Date), forgottenBy: {}, tries: 0, lookAt: expect.any(Date) },
    });
    const dump = await world.dump();
    expect(dump).not.toMatch(/canar/i);
    expect(dump).not.toContain('9876543210');
  });

  describe('asks who it is', () => {
    const later = async (world: World, minutes: number) => world.service.clock.advance(minutes * 60_000);
    const NEEDS_PASSWORD = {
      code: 'not-allowed',
      status: 403,
      message: 'Enter your current password to delete your profile.',
    };

    it('a login of ten minutes is enough, as the seeds send it; later the password is asked for', async () => {
      await using world = await openWorld();
      const asha = await world.join('asha@example.org');
      const leela = await world.join('leela@example.org');
      await later(world, 9);
      expect(await asha.mine.deleteAccount({ body: { feedback: 'Bye.' } })).toEqual({ ok: true });
      await later(world, 2);

      expect(await refusal(leela.mine.deleteAccount({ body: { feedback: 'Bye.' } }))).toEqual(NEEDS_PASSWORD);
      expect(await refusal(leela.mine.deleteAccount({ body: { currentPassword: '' } }))).toEqual(
        NEEDS_PASSWORD,
      );
      expect(await leela.mine.getProfile()).toMatchObject({ email: 'leela@example.org' });
      expect(await leela.mine.deleteAccount({ body: { currentPassword: PASSWORD } })).toEqual({ ok: true });
    });

    it('a wrong password deletes nothing, also right after a login, and is no way to guess', async () => {
      await using world = await openWorld();
      const { mine } = await world.join('asha@example.org');
      const guess = () => refusal(mine.deleteAccount({ body: { currentPassword: 'a guess' } }));

      expect(await guess()).toMatchObject({ status: 403, message: 'Current password is incorrect' });
      const answers = await Promise.all(Array.from({ length: 12 }, guess));

      expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
      expect(await mine.getProfile()).toMatchObject({ email: 'asha@example.org' });
    });

    it('an account of Google alone logs in again', async () => {
      await using world = await openWorld();
      const credential = await world.credential({ email: 'asha@example.org' });
      const enter = () => world.visitor.googleSignIn({ body: { credential } });
      const old = await enter();
      await later(world, 11);

      for (const body of [{}, { currentPassword: PASSWORD }])
        expect(await refusal(world.as(old.token).deleteAccount({ body }))).toEqual({
          code: 'not-allowed',
          status: 403,
          message: 'Log in again to delete your profile. You have ten minutes after that.',
        });
      expect(await world.as((await enter()).token).deleteAccount({})).toEqual({ ok: true });
    });
  });

  it('only the own one: nobody else’s can be named (IDN-23)', async () => {
    await using world = await openWorld();
    const asha = await world.join('asha@example.org');
    const leela = await world.join('leela@example.org', { name: 'Leela' });

    const answered = await fetch(`${world.service.url}/users/delete?userId=${leela.userId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: leela.userId, id: leela.userId }),
    });

    expect(answered.status).toBe(200);
    expect(await leela.mine.getProfile()).toMatchObject({ name: 'Leela' });
    expect((await refusal(asha.mine.getProfile())).message).toBe('Invalid token');
    expect((await refusal(world.visitor.deleteAccount({}))).status).toBe(401);
  });

  it('ends the token, the login and the cookie at once (IDN-24, P39)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');

    await mine.deleteAccount({});

    for (const call of [mine.getProfile, mine.exportMine, mine.deleteAccount, mine.logoutEverywhere])
      expect(await refusal(call())).toMatchObject({ status: 401, message: 'Invalid token' });
    expect((await refusal(world.logIn('asha@example.org', PASSWORD))).status).toBe(401);
    const answered = await postJson(`${world.service.url}/users/login`, {
      email: 'nobody@example.org',
      password: PASSWORD,
    });
    expect(answered.status).toBe(401);
  });

  it('the same mail, phone or Google account starts empty afterwards', async () => {
    await using world = await openWorld();
    const first = await world.join('asha@example.org', { bio: 'Before.' });
    const google = await world.visitor.googleSignIn({
      body: { credential: await world.credential({ email: 'leela@example.org' }) },
    });
    await first.mine.deleteAccount({});
    await world.as(google.token).deleteAccount({});

    const again = await world.join('asha@example.org');
    const googleAgain = await world.visitor.googleSignIn({
      body: { credential: await world.credential({ email: 'leela@example.org' }) },
    });

    expect(again.userId).not.toBe(first.userId);
    expect(googleAgain.user._id).not.toBe(google.user._id);
    expect(await again.mine.getProfile()).toMatchObject({ bio: null });
  });

  it('feedback is kept without saying whose it was (IDN-23)', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');

    await mine.deleteAccount({ body: { feedback: 'Too many mails.' } });
    await world.service.runWork();

    const { db } = world.service.inside.store.connection;
    const farewells = await db?.collection('farewells').find({}).toArray();
    expect(farewells).toMatchObject([{ feedback: 'Too many mails.' }]);
    expect(JSON.stringify(farewells)).not.toContain(userId);
    expect(JSON.stringify(farewells)).toMatch(/"at":"[\d-]+T00:00:00\.000Z"/);
  });

  it('that fails says so in a body pages can show, and the account stays (IDN-25)', async () => {
    await using world = await openWorld();
    const { token } = await world.logIn(ADMIN.email, ADMIN.password);

    const answered = await fetch(`${world.service.url}/users/delete`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });

    expect(answered.status).toBe(409);
    const { message, error, detail } = (await answered.json()) as Record<string, unknown>;
    expect([message, error, detail]).toEqual(Array(3).fill('At least one admin is required'));
    expect(await world.as(token).getProfile()).toMatchObject({ email: ADMIN.email });
    expect(await deletions(world)).toEqual([]);
  });

  it('thirty times at once is one deletion, announced once', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');

    const answers = await Promise.all(Array.from({ length: 30 }, () => refusal(mine.deleteAccount({}))));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(29);
    expect(await deletions(world)).toHaveLength(1);
  });

  it('people cards leave the person out', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');
    await mine.deleteAccount({});

    const { people } = await world.visitor.peopleCards(
      { query: { ids: userId } },
      { headers: { 'x-internal-secret': TEST_INTERNAL_SECRET } },
    );

    expect(people).toEqual([]);
  });
});

describe('the record of an erasure', () => {
  it('is open until every service has answered; an answer heard twice changes nothing', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');
    await mine.deleteAccount({});

    for (const service of erasingServices) {
      await answer(world, service, userId);
      const noted = JSON.stringify(await recordOf(world, userId));
      world.service.clock.advance(1_000);
      await answer(world, service, userId);
      expect(JSON.stringify(await recordOf(world, userId))).toBe(noted);
    }

    const record = await recordOf(world, userId);
    expect(record).toMatchObject({ erasure: { lookAt: null, forgottenBy: { catalog: expect.any(Date) } } });
    world.service.clock.advance(3_600_000);
    await world.service.runJob('sweep-erasures');
    expect(await deletions(world)).toHaveLength(1);
  });

  it('an answer about somebody who is still there, or never was, changes nothing', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');

    await answer(world, 'library', userId);
    await answer(world, 'library', 'nobody');

    expect(await mine.getProfile()).toMatchObject({ name: 'Asha' });
    expect(await recordOf(world, 'nobody')).toBeNull();
  });

  it('is said again, less and less often, as an event of its own, until the last one answers', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');
    await mine.deleteAccount({});
    await answer(world, 'catalog', userId);
    await answer(world, 'library', userId);

    await world.service.runJob('sweep-erasures');
    expect(await deletions(world)).toHaveLength(1);
    for (let n = 0; n < 3; n += 1) {
      world.service.clock.advance(15_001 * 2 ** n);
      await world.service.runJob('sweep-erasures');
      await world.service.runJob('sweep-erasures');
    }

    const said = await deletions(world);
    expect(said.length).toBeGreaterThanOrEqual(3);
    expect(said.length).toBeLessThanOrEqual(4);
    expect(new Set(said.map(({ id }) => id)).size).toBe(said.length);
    await answer(world, 'payments', userId);
    world.service.clock.advance(3_600_000);
    await world.service.runJob('sweep-erasures');
    expect(await deletions(world)).toHaveLength(said.length);
  });

  it('without the sweeper a deletion is not published again (negative control)', async () => {
    const mutated: typeof import('./world.ts') = await import(
      /* @vite-ignore */ `./world.ts?mutations=${'erasure-sweeper'}`
    );
    await using world = await mutated.openWorld();
    const { mine } = await world.join('asha@example.org');
    await mine.deleteAccount({});

    world.service.clock.advance(60_000);
    await world.service.runJob('sweep-erasures');

    expect(await deletions(world)).toHaveLength(1);
  });

  it('is told to a service that comes back with an old memory', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');
    await mine.deleteAccount({});
    const request = anEvent(identitySnapshotRequested, { data: { by: 'catalog' } });

    await world.service.deliver(request);
    await world.service.deliver(request);

    expect((await deletions(world)).map(({ data }) => data)).toEqual([{ userId }, { userId }]);
  });
});
