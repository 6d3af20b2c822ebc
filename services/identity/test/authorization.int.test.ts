import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { type Endpoint, identityApi, urlOf } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { ADMIN, type Fixture, openFixture, PASSWORD } from './fixture.ts';

type Kind =
  | 'anonymous'
  | 'user'
  | 'deleted'
  | 'demoted'
  | 'expired'
  | 'forged'
  | 'unconfirmed-admin'
  | 'admin';
const kinds: readonly Kind[] = [
  'anonymous',
  'user',
  'deleted',
  'demoted',
  'expired',
  'forged',
  'unconfirmed-admin',
  'admin',
];
const protectedEndpoints = Object.entries(identityApi as Record<string, Endpoint>).filter(
  ([, { access }]) => access === 'user' || access === 'admin',
);
/** Skipped for allowed callers: they would end the session that later calls use. */
const destructive = new Set(['deleteAccount', 'logoutEverywhere']);

const tokensOf = async (fixture: Fixture): Promise<Record<Kind, string | null>> => {
  const { client: admin, token: adminToken } = await fixture.admin();
  const user = await fixture.register('user@example.org');
  const deleted = await fixture.register('deleted@example.org');
  await deleted.client.deleteAccount({});
  const second = await fixture.register('second@example.org');
  const role = (name: 'ADMIN' | 'USER') =>
    admin.updateUser({
      params: { id: second.userId },
      body: { name: 'Second', email: 'second@example.org', role: name },
    });
  await role('ADMIN');
  const demoted = await fixture.logIn('second@example.org', PASSWORD);
  await role('USER');
  const me = testUser({ userId: user.userId, role: 'ADMIN' });
  return {
    anonymous: null,
    user: user.token,
    deleted: deleted.token,
    demoted: demoted.token,
    expired: tokenOf(me, { expiresIn: -3_600 }),
    forged: tokenOf(me, { kid: 'another-key' }),
    // Validly signed with the role ADMIN, but the store has another role.
    'unconfirmed-admin': tokenOf(me),
    admin: adminToken,
  };
};

/** The expected status of a refusal; null when the caller is allowed. */
const expected = (access: Endpoint['access'], kind: Kind): number | null => {
  if (kind === 'admin') return null;
  if (kind === 'user' || kind === 'unconfirmed-admin') return access === 'admin' ? 403 : null;
  return 401;
};

const call = async (fixture: Fixture, endpoint: Endpoint, token: string | null): Promise<Response> =>
  fetch(urlOf(fixture.service.url, endpoint, { params: { id: 'nobody' } }), {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(endpoint.method === 'GET'
      ? {}
      : { body: JSON.stringify({ name: 'Somebody', email: 'somebody@example.org' }) }),
  });

describe('every protected endpoint of identity', () => {
  it('allows the callers of its contract and refuses all others (IDN-22, IDN-29, P36, S1 to S4)', async () => {
    await using fixture = await openFixture();
    const tokens = await tokensOf(fixture);

    const wrong: string[] = [];
    let calls = 0;
    for (const [name, endpoint] of protectedEndpoints)
      for (const kind of kinds) {
        const status = expected(endpoint.access, kind);
        if (status === null && destructive.has(name)) continue;
        const response = await call(fixture, endpoint, tokens[kind]);
        const isRight = status === null ? ![401, 403].includes(response.status) : response.status === status;
        if (!isRight || response.status >= 500) wrong.push(`${name} ${kind}: ${response.status}`);
        const isFile = endpoint.kind === 'stream' && response.ok;
        if (!isFile && !(response.headers.get('content-type') ?? 'application/json').includes('json'))
          wrong.push(`${name} ${kind}: not JSON`);
        calls += 1;
      }

    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(50);
  });

  it('responds jwt expired or Invalid token, the messages on which the profile page redirects (IDN-22)', async () => {
    await using fixture = await openFixture();
    const tokens = await tokensOf(fixture);
    const messageFor = async (kind: Kind) =>
      ((await (await call(fixture, identityApi.getProfile, tokens[kind])).json()) as { message: string })
        .message;

    expect(await messageFor('expired')).toBe('jwt expired');
    expect(await messageFor('forged')).toBe('Invalid token');
    expect(await messageFor('deleted')).toBe('Invalid token');
  });

  it('an admin can log in afterwards', async () => {
    await using fixture = await openFixture();
    await tokensOf(fixture);

    expect((await fixture.logIn(ADMIN.email, ADMIN.password)).user.role).toBe('ADMIN');
  });
});
