import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { type Endpoint, identityApi, urlOf } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { ADMIN, openWorld, PASSWORD, type World } from './world.ts';

type Kind = 'nobody' | 'user' | 'deleted' | 'demoted' | 'expired' | 'forged' | 'raised' | 'admin';
const kinds: readonly Kind[] = [
  'nobody',
  'user',
  'deleted',
  'demoted',
  'expired',
  'forged',
  'raised',
  'admin',
];
const guarded = Object.entries(identityApi as Record<string, Endpoint>).filter(
  ([, { access }]) => access === 'user' || access === 'admin',
);
/** Leaves the one who asks as they were, so that the next question finds them. */
const destructive = new Set(['deleteAccount', 'logoutEverywhere']);

const tokensOf = async (world: World): Promise<Record<Kind, string | null>> => {
  const { desk, token: admin } = await world.admin();
  const user = await world.join('user@example.org');
  const deleted = await world.join('deleted@example.org');
  await deleted.mine.deleteAccount({});
  const second = await world.join('second@example.org');
  const role = (name: 'ADMIN' | 'USER') =>
    desk.updateUser({
      params: { id: second.userId },
      body: { name: 'Second', email: 'second@example.org', role: name },
    });
  await role('ADMIN');
  const demoted = await world.logIn('second@example.org', PASSWORD);
  await role('USER');
  const me = testUser({ userId: user.userId, role: 'ADMIN' });
  return {
    nobody: null,
    user: user.token,
    deleted: deleted.token,
    demoted: demoted.token,
    expired: tokenOf(me, { expiresIn: -3_600 }),
    forged: tokenOf(me, { kid: 'another-key' }),
    // rightly signed, and still no admin: the store says who is
    raised: tokenOf(me),
    admin,
  };
};

/** What each principal may expect at a door: the answer's status, or null when they get in. */
const expected = (access: Endpoint['access'], kind: Kind): number | null => {
  if (kind === 'admin') return null;
  if (kind === 'user' || kind === 'raised') return access === 'admin' ? 403 : null;
  return 401;
};

const ask = async (world: World, endpoint: Endpoint, token: string | null): Promise<Response> =>
  fetch(urlOf(world.service.url, endpoint, { params: { id: 'nobody' } }), {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(endpoint.method === 'GET'
      ? {}
      : { body: JSON.stringify({ name: 'Somebody', email: 'somebody@example.org' }) }),
  });

describe('every guarded door of identity', () => {
  it('opens for whom the contract says and for nobody else (IDN-22, IDN-29, P36, S1 to S4)', async () => {
    await using world = await openWorld();
    const tokens = await tokensOf(world);

    const wrong: string[] = [];
    let asked = 0;
    for (const [name, endpoint] of guarded)
      for (const kind of kinds) {
        const wanted = expected(endpoint.access, kind);
        if (wanted === null && destructive.has(name)) continue;
        const answer = await ask(world, endpoint, tokens[kind]);
        const isRight = wanted === null ? ![401, 403].includes(answer.status) : answer.status === wanted;
        if (!isRight || answer.status >= 500) wrong.push(`${name} ${kind}: ${answer.status}`);
        if (!(answer.headers.get('content-type') ?? 'application/json').includes('json'))
          wrong.push(`${name} ${kind}: not JSON`);
        asked += 1;
      }

    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(50);
  });

  it('says jwt expired and Invalid token, the words the profile page redirects on (IDN-22)', async () => {
    await using world = await openWorld();
    const tokens = await tokensOf(world);
    const words = async (kind: Kind) =>
      ((await (await ask(world, identityApi.getProfile, tokens[kind])).json()) as { message: string })
        .message;

    expect(await words('expired')).toBe('jwt expired');
    expect(await words('forged')).toBe('Invalid token');
    expect(await words('deleted')).toBe('Invalid token');
  });

  it('an admin’s own login still works after all of it', async () => {
    await using world = await openWorld();
    await tokensOf(world);

    expect((await world.logIn(ADMIN.email, ADMIN.password)).user.role).toBe('ADMIN');
  });
});
