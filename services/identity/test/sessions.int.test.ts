/** One login ends without the others: log-out, and the list of sessions of an account. */
import { anEvent } from '@satrangi/chassis/testing';
import { identitySnapshotRequested, SessionId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, refusal, type World } from './world.ts';

const EMAIL = 'asha@example.org';
const HOUR_MS = 3_600_000;

/** An account with two logins; `first` and `second` call with their tokens. */
const withTwoLogins = async (world: World) => {
  const first = await world.join(EMAIL);
  const again = await world.logIn(EMAIL, PASSWORD);
  return { first, again, second: world.as(again.token), userId: first.userId };
};
const claimsOf = (token: string): { sid: string; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const revocations = async (world: World) =>
  (await world.service.announced()).filter(({ type }) => type === 'identity.session-revoked.v1');

describe('log-out', () => {
  it('ends its own login at once and leaves the others of the account alone', async () => {
    await using world = await openWorld();
    const { first, second } = await withTwoLogins(world);

    await first.mine.logout();

    expect(await refusal(first.mine.getProfile())).toMatchObject({ status: 401, message: 'Invalid token' });
    expect((await second.getProfile()).email).toBe(EMAIL);
  });

  it('is announced once, by ids, with the time its token expires', async () => {
    await using world = await openWorld();
    const { first, userId } = await withTwoLogins(world);
    const { sid, exp } = claimsOf(first.token);

    await Promise.all([first.mine.logout(), first.mine.logout()]);
    await first.mine.logout();

    expect((await revocations(world)).map(({ data }) => data)).toEqual([
      { userId, sessionId: sid, expiresAt: new Date(exp * 1_000).toISOString() },
    ]);
  });

  it('ends the login of the cookie too, and says nothing of tokens that are worth nothing', async () => {
    await using world = await openWorld();
    const { first, second } = await withTwoLogins(world);
    const logout = (headers: Record<string, string>) =>
      fetch(`${world.service.url}/users/logout`, { method: 'POST', headers });

    const byCookie = await logout({ cookie: `satrangi_session=${first.token}` });
    const forged = await logout({ authorization: `Bearer ${first.token.slice(0, -4)}AAAA` });
    const without = await logout({});

    expect([byCookie.status, forged.status, without.status]).toEqual([204, 204, 204]);
    expect(byCookie.headers.get('set-cookie')).toMatch(/^satrangi_session=;/);
    expect((await refusal(first.mine.getProfile())).status).toBe(401);
    expect((await second.getProfile()).email).toBe(EMAIL);
  });

  it('is announced again to a service that starts with an empty memory, until its token has expired', async () => {
    await using world = await openWorld();
    const { first } = await withTwoLogins(world);
    await first.mine.logout();
    const request = () => anEvent(identitySnapshotRequested, { data: { by: 'library' } });

    await world.service.deliver(request());
    expect(await revocations(world)).toHaveLength(2);
    world.service.clock.advance(8 * 24 * HOUR_MS);
    await world.service.deliver(request());

    expect(await revocations(world)).toHaveLength(2);
  });
});

describe('the list of sessions', () => {
  it('says when each began and was last used, which one this is, and nothing else', async () => {
    await using world = await openWorld();
    const { first, second, again } = await withTwoLogins(world);
    const hourly = /:00:00\.000Z$/;
    world.service.clock.advance(2 * HOUR_MS);
    await second.getProfile();

    const { items } = await first.mine.listSessions();

    expect(items).toHaveLength(2);
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual(['_id', 'isCurrent', 'lastUsedAt', 'startedAt']);
      expect(item.lastUsedAt).toMatch(hourly);
      expect(Date.parse(item.lastUsedAt)).toBeGreaterThan(Date.parse(item.startedAt));
    }
    expect(items.map(({ _id, isCurrent }) => [_id, isCurrent]).sort()).toEqual(
      [
        [claimsOf(first.token).sid, true],
        [claimsOf(again.token).sid, false],
      ].sort(),
    );
  });

  it('ends any of them, once, and none of another account', async () => {
    await using world = await openWorld();
    const { first, second, again } = await withTwoLogins(world);
    const stranger = await world.join('stranger@example.org');
    const id = SessionId.parse(claimsOf(again.token).sid);

    expect((await refusal(stranger.mine.endSession({ params: { id } }))).status).toBe(404);
    await first.mine.endSession({ params: { id } });

    expect((await refusal(second.getProfile())).status).toBe(401);
    expect((await refusal(first.mine.endSession({ params: { id } }))).status).toBe(404);
    expect((await first.mine.listSessions()).items).toHaveLength(1);
  });

  it('is empty of logins from before a log-out everywhere, and goes with the account', async () => {
    await using world = await openWorld();
    const { first, userId } = await withTwoLogins(world);
    await first.mine.logoutEverywhere();
    const fresh = world.as((await world.logIn(EMAIL, PASSWORD)).token);
    expect((await fresh.listSessions()).items).toHaveLength(1);
    expect((await fresh.exportMine()).sessions).toHaveLength(1);

    await fresh.deleteAccount({});
    await world.service.announced();
    await world.service.runWork();

    const sessions = world.service.inside.store.connection.db?.collection('login-sessions');
    expect(await sessions?.countDocuments({ userId })).toBe(0);
  });
});
