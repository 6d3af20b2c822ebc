import { anEvent, bootService, freshSuffix, testUser } from '@satrangi/chassis/testing';
import { ApiError, identityApi, identitySnapshotRequested } from '@satrangi/contracts';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { type AdminCredentials, identity, identityWith } from '../src/service.ts';

const asha = { name: 'Asha', email: 'Asha@Example.org', password: 'kahaani 7' };
const refusal = (call: Promise<unknown>): Promise<{ code: string; status: number; message: string }> =>
  call.then(
    () => ({ code: 'none', status: 200, message: '' }),
    (error) => {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.code, status: error.status, message: error.message };
    },
  );

const boot = async (env: Record<string, string> = {}, definition = identity) => {
  const service = await bootService(definition, { env });
  const visitor = service.as('visitor', identityApi);
  return {
    service,
    visitor,
    as: (userId: string) => service.as(testUser({ userId }), identityApi),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};

describe('register', () => {
  it('answers 201 with a token and the user (IDN-01) and announces the account without naming the person', async () => {
    await using house = await boot();

    const session = await house.visitor.register({ body: { ...asha, pronouns: 'she/her' } });

    expect(session.user).toEqual({ _id: session.user._id, name: 'Asha', role: 'USER' });
    const [event, ...others] = await house.service.announced();
    expect(others).toEqual([]);
    expect(event?.type).toBe('identity.user-registered.v1');
    expect(event?.data).toEqual({ userId: session.user._id, role: 'USER', tokenVersion: 0 });
  });

  it.each([
    ['without a name', { name: ' ' }, 'Name required'],
    ['without email and phone', { email: undefined }, 'Please provide your Phone Number or Email ID'],
    ['with something that is neither', { email: 'asha@' }, 'Please enter a valid Email ID or Phone Number'],
    [
      'with 9 digits',
      { email: undefined, phone: '987654321' },
      'Please enter a valid Email ID or Phone Number',
    ],
    [
      'with 16 digits',
      { email: undefined, phone: '9876543210123456' },
      'Please enter a valid Email ID or Phone Number',
    ],
    ['without a password', { password: '' }, 'Password required'],
    ['with a password of 5', { password: '12345' }, 'Password must be at least 6 characters.'],
  ])('%s is refused in the words of the form (IDN-02 to IDN-06, IDN-13)', async (_, change, sentence) => {
    await using house = await boot();

    const body = JSON.parse(JSON.stringify({ ...asha, ...change }));
    const answer = await refusal(house.visitor.register({ body }));

    expect(answer).toEqual({ code: 'validation-failed', status: 400, message: sentence });
  });

  it('a phone counts without dashes, spaces and parentheses: 10 and 15 digits are accepted (IDN-05)', async () => {
    await using house = await boot();
    const { email: _, ...person } = asha;

    await house.visitor.register({ body: { ...person, phone: '98765-43210' } });
    await house.visitor.register({ body: { ...person, phone: '+123 (456) 789012345' } });

    const again = await house.visitor.login({ body: { phone: '(987) 654 3210', password: asha.password } });
    expect(again.user.name).toBe('Asha');
  });

  it('a used email or phone gives 409 and a readable message, also when thirty come at once (IDN-09)', async () => {
    await using house = await boot();

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        refusal(
          house.visitor.register({ body: { ...asha, email: n % 2 ? 'asha@example.org' : asha.email } }),
        ),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'already-used')).toHaveLength(29);
    expect(await house.service.announced()).toHaveLength(1);
  });

  it('role, _id, emailVerified and createdAt are ignored (attack S5)', async () => {
    await using house = await boot();
    const mine = {
      ...asha,
      role: 'ADMIN',
      _id: 'chosen',
      emailVerified: true,
      createdAt: '2001-01-01T00:00:00Z',
    };

    const { user } = await house.visitor.register({ body: mine });
    const profile = await house.as(user._id).updateProfile({ body: { ...mine, city: 'Pune' } });

    expect(user).toMatchObject({ role: 'USER' });
    expect(user._id).not.toBe('chosen');
    expect(profile).toMatchObject({ role: 'USER', city: 'Pune', _id: user._id, email: 'asha@example.org' });
    expect(profile.createdAt).not.toBe(mine.createdAt);
  });

  it('operators and arrays in place of words are a clear 400 (attack S26)', async () => {
    await using house = await boot();

    for (const email of [{ $ne: null }, ['a@b.co'], 7, { toString: 'x' }]) {
      const answer = await fetch(`${house.service.url}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: { $gt: '' } }),
      });
      expect(answer.status).toBe(400);
    }
  });
});

describe('login', () => {
  it('gives a token any service can verify by the published keys (IDN-07, IDN-30) and a cookie for streams', async () => {
    await using house = await boot({ PUBLIC_URL: 'https://satrangi.example', JWT_TTL: '1h' });
    await house.visitor.register({ body: asha });

    const answer = await fetch(`${house.service.url}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ASHA@example.org', password: asha.password }),
    });
    const { token, user } = (await answer.json()) as { token: string; user: { _id: string } };

    const keys = createRemoteJWKSet(new URL(`${house.service.url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['ES256'],
      issuer: 'satrangi',
      audience: 'satrangi',
      currentDate: house.service.clock.now(),
    });
    expect(payload).toMatchObject({ sub: user._id, role: 'USER', tv: 0 });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    expect(decodeProtectedHeader(token).kid).toBeTruthy();
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^satrangi_session=/);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Max-Age=3600']) expect(cookie).toContain(part);
    expect(JSON.stringify(payload)).not.toMatch(/asha/i);
  });

  it('a wrong password and an unknown identifier give the same 401 body (IDN-08)', async () => {
    await using house = await boot();
    await house.visitor.register({ body: asha });
    const bodyOf = async (email: string) => {
      const answer = await fetch(`${house.service.url}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'not-this' }),
      });
      const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>;
      return { status: answer.status, body };
    };

    const known = await bodyOf('asha@example.org');

    expect(known).toEqual(await bodyOf('nobody@example.org'));
    expect(known).toMatchObject({ status: 401, body: { message: 'Login failed', code: 'login-failed' } });
  });

  it('ten failures from one address, then 429 with Retry-After, even when they come at once (IDN-39)', async () => {
    await using house = await boot();
    await house.visitor.register({ body: asha });
    const guess = () => refusal(house.visitor.login({ body: { email: asha.email, password: 'guess!' } }));

    const answers = await Promise.all(Array.from({ length: 25 }, guess));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    const blocked = await fetch(`${house.service.url}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: asha.email, password: asha.password }),
    });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await blocked.json()).toMatchObject({ message: 'Too many attempts. Try again later.' });
  });

  it('guesses from elsewhere never lock the owner out, and a pause ends (attack S15)', async () => {
    await using house = await boot({ INTERNAL_SECRET: 'between services' });
    await house.visitor.register({ body: asha });
    const from = (address: string, password: string) =>
      refusal(
        house.visitor.login(
          { body: { email: asha.email, password } },
          { headers: { 'x-client-ip': address, 'x-internal-secret': 'between services' } },
        ),
      );

    for (let n = 0; n < 11; n++) await from('203.0.113.66', 'guess!');

    expect((await from('203.0.113.66', asha.password)).status).toBe(429);
    expect((await from('198.51.100.7', asha.password)).status).toBe(200);
    house.service.clock.advance(15 * 60_000 + 1);
    expect((await from('203.0.113.66', asha.password)).status).toBe(200);
  });

  it('logout forgets the cookie of this browser', async () => {
    await using house = await boot();

    const answer = await fetch(`${house.service.url}/users/logout`, { method: 'POST' });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^satrangi_session=;/);
  });
});

describe('profile', () => {
  it('shows the own account and never the password hash (IDN-15, IDN-16)', async () => {
    await using house = await boot();
    const { user } = await house.visitor.register({ body: { ...asha, pronouns: 'she/her', bio: 'Reads.' } });

    const answer = await house.as(user._id).getProfile();

    const { createdAt, ...profile } = answer;
    expect(profile).toEqual({
      _id: user._id,
      name: 'Asha',
      email: 'asha@example.org',
      phone: null,
      pronouns: 'she/her',
      bio: 'Reads.',
      city: null,
      interests: [],
      country: null,
      role: 'USER',
      pendingEmail: null,
      hasPassword: true,
      hasGoogle: false,
    });
    expect(Number.isNaN(Date.parse(createdAt))).toBe(false);
  });

  it('takes a country alone and refuses an empty name (IDN-18, IDN-21)', async () => {
    await using house = await boot();
    const { user } = await house.visitor.register({ body: asha });
    const mine = house.as(user._id);

    const profile = await mine.updateProfile({ body: { country: 'in' } });

    expect(profile).toMatchObject({ country: 'IN', name: 'Asha' });
    expect(await refusal(mine.updateProfile({ body: { name: '  ' } }))).toMatchObject({
      status: 400,
      message: 'Name required',
    });
  });

  it('a changed name or pronouns are announced, everything private is not (IDN-44)', async () => {
    await using house = await boot();
    const { user } = await house.visitor.register({ body: asha });
    const mine = house.as(user._id);

    await mine.updateProfile({ body: { name: 'Asha', bio: 'Secret', city: 'Pune', interests: ['film'] } });
    const quiet = (await house.service.announced()).length;
    await mine.updateProfile({ body: { name: 'Asha K.' } });
    await mine.updateProfile({ body: { pronouns: 'they/them' } });

    const events = await house.service.announced();
    expect(quiet).toBe(1);
    expect(events.slice(1).map(({ type }) => type)).toEqual([
      'identity.user-updated.v1',
      'identity.user-updated.v1',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Asha|they|Secret|Pune/);
  });

  it('of an account that is gone answers 401 Invalid token', async () => {
    await using house = await boot();

    expect(await refusal(house.as('nobody').getProfile())).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
    expect(await refusal(house.visitor.getProfile())).toMatchObject({ status: 401 });
  });
});

describe('between services', () => {
  it('people cards hold the public face alone, leave unknown ids out and need the internal secret', async () => {
    await using house = await boot({ INTERNAL_SECRET: 'between services' });
    const { user } = await house.visitor.register({ body: { ...asha, pronouns: 'she/her', bio: 'x' } });
    const query = { ids: `${user._id},unknown` };

    const { people } = await house.visitor.peopleCards(
      { query },
      { headers: { 'x-internal-secret': 'between services' } },
    );

    expect(people).toEqual([{ _id: user._id, name: 'Asha', pronouns: 'she/her' }]);
    expect((await refusal(house.visitor.peopleCards({ query }))).status).toBeGreaterThanOrEqual(401);
    expect(
      (
        await refusal(
          house.as(user._id).peopleCards({ query }, { headers: { 'x-internal-secret': 'guess' } }),
        )
      ).status,
    ).toBeGreaterThanOrEqual(401);
  });

  it('a phone number is told to services alone, and only while the account is there (PAY-38)', async () => {
    await using house = await boot({ INTERNAL_SECRET: 'between services' });
    const { user } = await house.visitor.register({ body: { ...asha, phone: '+91 98765 43210' } });
    const headers = { 'x-internal-secret': 'between services' };
    const phoneOf = async (userId: string) =>
      (await house.visitor.phoneCard({ params: { userId } }, { headers })).phone;

    expect(await phoneOf(user._id)).toBe('+919876543210');
    expect(await phoneOf('nobody')).toBeNull();
    const asked = house.as(user._id).phoneCard({ params: { userId: user._id } });
    expect((await refusal(asked)).status).toBeGreaterThanOrEqual(401);
    await house.as(user._id).deleteAccount({ body: {} });
    expect(await phoneOf(user._id)).toBeNull();
  });

  it('a service that starts with an empty memory hears every account again, once for each request', async () => {
    await using house = await boot();
    for (const n of [1, 2, 3])
      await house.visitor.register({ body: { ...asha, email: `reader${n}@example.org` } });
    const request = anEvent(identitySnapshotRequested, { data: { by: 'catalog' } });

    await house.service.deliver(request);
    await house.service.deliver(request);

    const types = (await house.service.announced()).map(({ type }) => type);
    expect(types.filter((type) => type === 'identity.user-updated.v1')).toHaveLength(3);
  });

  it('a token of this house opens the own profile of this house', async () => {
    await using house = await boot();

    const { token, user } = await house.visitor.register({ body: asha });

    expect(await house.service.as(token, identityApi).getProfile()).toMatchObject({ _id: user._id });
  });
});

describe('the first admin', () => {
  it('comes from ADMIN_EMAIL and ADMIN_PASSWORD and no endpoint makes another (IDN-37)', async () => {
    await using house = await boot({ ADMIN_EMAIL: 'Owner@example.org', ADMIN_PASSWORD: 'open sesame' });

    const { user } = await house.visitor.login({
      body: { email: 'owner@example.org', password: 'open sesame' },
    });

    expect(user.role).toBe('ADMIN');
  });

  it('gets a made-up password when none is set, told once and not kept in clear', async () => {
    const told: AdminCredentials[] = [];
    const definition = identityWith({ onFirstAdmin: (credentials) => told.push(credentials) });
    await using house = await boot({}, definition);

    const [admin] = told;
    const body = { email: admin?.email ?? '', password: admin?.password ?? '' };
    const { user } = await house.visitor.login({ body });

    expect(told).toHaveLength(1);
    expect(user.role).toBe('ADMIN');
    expect(body.password.length).toBeGreaterThanOrEqual(20);
  });

  it('takes over an account that took the address before: new password, old sessions end', async () => {
    const DB_SUFFIX = freshSuffix();
    const squatter = { name: 'Squatter', email: 'owner@example.org', password: 'squatting' };
    const first = await boot({ DB_SUFFIX });
    const { token } = await first.visitor.register({ body: squatter });
    await first[Symbol.asyncDispose]();

    await using house = await boot({
      DB_SUFFIX,
      ADMIN_EMAIL: squatter.email,
      ADMIN_PASSWORD: 'open sesame',
    });

    const announced = await house.service.announced();
    for (const event of announced) await house.service.deliver(event);
    expect(await refusal(house.visitor.login({ body: squatter }))).toMatchObject({ status: 401 });
    const admin = await house.visitor.login({ body: { ...squatter, password: 'open sesame' } });
    expect(admin.user.role).toBe('ADMIN');
    expect(await refusal(house.service.as(token, identityApi).getProfile())).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
  });

  it('is one, and signs with one key, when replicas start at the same moment', async () => {
    const env = { DB_SUFFIX: freshSuffix(), ADMIN_EMAIL: 'owner@example.org', ADMIN_PASSWORD: 'open sesame' };

    const houses = await Promise.all([boot(env), boot(env), boot(env)]);

    const keys = await Promise.all(houses.map(({ visitor }) => visitor.jwks()));
    expect(keys[0]?.keys).toHaveLength(1);
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
    const said = await Promise.all(houses.map(({ service }) => service.announced()));
    expect(said.flat().map(({ type }) => type)).toEqual(['identity.user-registered.v1']);
    await Promise.all(houses.map((house) => house[Symbol.asyncDispose]()));
  });
});
