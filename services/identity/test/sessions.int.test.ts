/** Log-out of one session, and the list of sessions. */
import { anEvent } from '@satrangi/chassis/testing';
import { identitySnapshotRequested, SessionId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { EMAIL, type Fixture, HOUR_MS, openFixture, outcomeOf, PASSWORD } from './fixture.ts';

/** An account with two sessions. */
const withTwoSessions = async (fixture: Fixture) => {
  const first = await fixture.register(EMAIL);
  const again = await fixture.logIn(EMAIL, PASSWORD);
  return { first, again, second: fixture.as(again.token), userId: first.userId };
};
const claimsOf = (token: string): { sid: string; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const revocations = (fixture: Fixture) => fixture.eventsOf('session-revoked');

describe('log-out', () => {
  it('ends its own session immediately; other sessions continue', async () => {
    await using fixture = await openFixture();
    const { first, second } = await withTwoSessions(fixture);

    await first.client.logout();

    expect(await outcomeOf(first.client.getProfile())).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
    expect((await second.getProfile()).email).toBe(EMAIL);
  });

  it('publishes one event, with ids and the expiry of the token', async () => {
    await using fixture = await openFixture();
    const { first, userId } = await withTwoSessions(fixture);
    const { sid, exp } = claimsOf(first.token);

    await Promise.all([first.client.logout(), first.client.logout()]);
    await first.client.logout();

    expect((await revocations(fixture)).map(({ data }) => data)).toEqual([
      { userId, sessionId: sid, expiresAt: new Date(exp * 1_000).toISOString() },
    ]);
  });

  it('ends the session of the cookie too, and ignores invalid tokens', async () => {
    await using fixture = await openFixture();
    const { first, second } = await withTwoSessions(fixture);
    const logout = (headers: Record<string, string>) =>
      fetch(`${fixture.service.url}/users/logout`, { method: 'POST', headers });

    const byCookie = await logout({ cookie: `satrangi_session=${first.token}` });
    const forged = await logout({ authorization: `Bearer ${first.token.slice(0, -4)}AAAA` });
    const without = await logout({});

    expect([byCookie.status, forged.status, without.status]).toEqual([204, 204, 204]);
    expect(byCookie.headers.get('set-cookie')).toMatch(/^satrangi_session=;/);
    expect((await outcomeOf(first.client.getProfile())).status).toBe(401);
    expect((await second.getProfile()).email).toBe(EMAIL);
  });

  it('is republished on a snapshot request until its token has expired', async () => {
    await using fixture = await openFixture();
    const { first } = await withTwoSessions(fixture);
    await first.client.logout();
    const request = () => anEvent(identitySnapshotRequested, { data: { by: 'library' } });

    await fixture.service.deliver(request());
    expect(await revocations(fixture)).toHaveLength(2);
    fixture.service.clock.advance(8 * 24 * HOUR_MS);
    await fixture.service.deliver(request());

    expect(await revocations(fixture)).toHaveLength(2);
  });
});

describe('the list of sessions', () => {
  it('contains start, last use and the current session, and nothing else', async () => {
    await using fixture = await openFixture();
    const { first, second, again } = await withTwoSessions(fixture);
    const hourly = /:00:00\.000Z$/;
    fixture.service.clock.advance(2 * HOUR_MS);
    await second.getProfile();

    const { items } = await first.client.listSessions();

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

  it('ends any of them once, and none of another account', async () => {
    await using fixture = await openFixture();
    const { first, second, again } = await withTwoSessions(fixture);
    const stranger = await fixture.register('stranger@example.org');
    const id = SessionId.parse(claimsOf(again.token).sid);

    expect((await outcomeOf(stranger.client.endSession({ params: { id } }))).status).toBe(404);
    await first.client.endSession({ params: { id } });

    expect((await outcomeOf(second.getProfile())).status).toBe(401);
    expect((await outcomeOf(first.client.endSession({ params: { id } }))).status).toBe(404);
    expect((await first.client.listSessions()).items).toHaveLength(1);
  });

  it('contains no session from before logging out everywhere, and is erased with the account', async () => {
    await using fixture = await openFixture();
    const { first, userId } = await withTwoSessions(fixture);
    await first.client.logoutEverywhere();
    const fresh = fixture.as((await fixture.logIn(EMAIL, PASSWORD)).token);
    expect((await fresh.listSessions()).items).toHaveLength(1);
    expect((await fresh.exportMine()).sessions).toHaveLength(1);

    await fresh.deleteAccount({});
    await fixture.service.publishedEvents();
    await fixture.service.runWork();

    const sessions = fixture.collection('login-sessions');
    expect(await sessions.countDocuments({ userId })).toBe(0);
  });
});
