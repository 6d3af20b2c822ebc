import { hash } from '@node-rs/argon2';
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import {
  EMAIL,
  type Fixture,
  fullPasswordCost,
  HOUR_MS,
  openFixture,
  outcomeOf,
  PASSWORD,
  postJson,
} from './fixture.ts';

const logInFrom = (fixture: Fixture, address: string, email: string, password: string) =>
  outcomeOf(
    fixture.visitor.login(
      { body: { email, password } },
      {
        headers: { 'x-client-ip': address, 'x-internal-secret': TEST_INTERNAL_SECRET },
      },
    ),
  );

describe('the budget of one address', () => {
  it('refuses an address after a hundred failures for any identifiers; others are not affected (S15)', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);

    const outcomes = await Promise.all(
      Array.from({ length: 105 }, (_, n) =>
        logInFrom(fixture, '203.0.113.66', `reader-${n}@example.org`, 'a guess'),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(outcomes.find(({ status }) => status === 429)?.message).toBe(
      'Too many attempts. Try again later.',
    );
    expect((await logInFrom(fixture, '203.0.113.66', EMAIL, PASSWORD)).status).toBe(429);
    expect((await logInFrom(fixture, '198.51.100.7', EMAIL, PASSWORD)).status).toBe(200);
    fixture.service.clock.advance(15 * 60_000 + 1);
    expect((await logInFrom(fixture, '203.0.113.66', EMAIL, PASSWORD)).status).toBe(200);
  });

  it('does not count successful logins, so that many users can share one address', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);

    for (let n = 0; n < 11; n += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => logInFrom(fixture, '203.0.113.8', EMAIL, PASSWORD)),
      );
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(10);
    }
  });
});

/** Logs in from an address with a device cookie. @returns the response and the cookies it sets */
const logInWithCookie = async (
  fixture: Fixture,
  { address, email, password, cookie }: { address: string; email: string; password: string; cookie?: string },
) => {
  const response = await postJson(
    `${fixture.service.url}/users/login`,
    { email, password },
    {
      'x-client-ip': address,
      'x-internal-secret': TEST_INTERNAL_SECRET,
      ...(cookie === undefined ? {} : { cookie }),
    },
  );
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), cookies };
};
const rotating = (n: number): string =>
  `2001:db8:7:${n.toString(16)}::${(n * 7919).toString(16).slice(0, 4)}`;

describe('the budget of one network', () => {
  it('bounds 1,000 guesses from rotating /64s of one /48', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    const guess = (n: number) =>
      logInWithCookie(fixture, { address: rotating(n), email: EMAIL, password: 'a guess' });

    const outcomes: { status: number }[] = [];
    for (let n = 0; n < 1_000; n += 50)
      outcomes.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => guess(n + at)))));

    expect(outcomes.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(40);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([401, 429]));
  });
});

describe('the budget of one account', () => {
  const guessFrom = (fixture: Fixture, n: number) =>
    logInWithCookie(fixture, { address: `198.51.${n >> 8}.${n & 255}`, email: EMAIL, password: 'a guess' });
  const spendBudget = async (fixture: Fixture) => {
    for (let n = 0; n < 11; n += 1) expect((await guessFrom(fixture, n)).status, `guess ${n}`).toBe(401);
  };
  const env = { LOGIN_FAILURES_PER_ACCOUNT: '10' };

  it('slows unknown devices from all addresses, and expires', async () => {
    await using fixture = await openFixture(env);
    await fixture.register(EMAIL);
    await spendBudget(fixture);

    const outcomes = [];
    for (let n = 100; n < 110; n += 1) outcomes.push(await guessFrom(fixture, n));

    expect(outcomes.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3);
    const slowed = outcomes.find(({ status }) => status === 429);
    expect(slowed?.retryAfter).toBeGreaterThan(0);
    expect(slowed?.retryAfter).toBeLessThanOrEqual(60);
    fixture.service.clock.advance(60_001);
    expect((await guessFrom(fixture, 200)).status).toBe(401);
  });

  it('is the same for an identifier without an account', async () => {
    await using fixture = await openFixture(env);
    const unknown = [];
    for (let n = 0; n < 20; n += 1) unknown.push((await guessFrom(fixture, n)).status);
    await fixture.register(EMAIL);
    fixture.service.clock.advance(HOUR_MS + 1);
    const known = [];
    for (let n = 0; n < 20; n += 1) known.push((await guessFrom(fixture, n)).status);

    expect(unknown).toEqual(known);
    expect(unknown).toContain(429);
  });

  it('accepts the owner on a known device, also from the attacker’s network', async () => {
    await using fixture = await openFixture(env);
    await fixture.register(EMAIL);
    const before = await logInWithCookie(fixture, {
      address: '203.0.113.5',
      email: EMAIL,
      password: PASSWORD,
    });
    const cookie = before.cookies.find((one) => one.startsWith('satrangi_device=')) ?? '';
    for (let n = 0; n < 60; n += 1)
      await logInWithCookie(fixture, { address: rotating(n), email: EMAIL, password: 'a guess' });

    const logIn = (more: { cookie?: string; password?: string }) =>
      logInWithCookie(fixture, { address: rotating(999), email: EMAIL, password: PASSWORD, ...more });
    expect((await logIn({})).status).toBe(429);
    expect((await logIn({ cookie })).status).toBe(200);
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await logIn({ cookie: forged })).status).toBe(429);
  });

  it('gives a known device ten failures, and none to the device of another account', async () => {
    await using fixture = await openFixture(env);
    await fixture.register(EMAIL);
    await fixture.register('bela@example.org');
    const deviceOf = async (email: string) =>
      (await logInWithCookie(fixture, { address: '203.0.113.5', email, password: PASSWORD })).cookies.find(
        (one) => one.startsWith('satrangi_device='),
      ) ?? '';
    const client = await deviceOf(EMAIL);
    const theirs = await deviceOf('bela@example.org');
    await spendBudget(fixture);
    const guess = (cookie: string, n: number) =>
      logInWithCookie(fixture, { address: `192.0.2.${n}`, email: EMAIL, password: 'a guess', cookie });

    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await guess(client, n)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    await guess(theirs, 100);
    await guess(theirs, 101);
    expect((await guess(theirs, 102)).status).toBe(429);
  });

  it('sets a cookie without personal data that scripts cannot read', async () => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL);
    const response = await postJson(`${fixture.service.url}/users/login`, {
      email: EMAIL,
      password: PASSWORD,
    });
    const line = response.headers.getSetCookie().find((one) => one.startsWith('satrangi_device=')) ?? '';

    expect(line).toMatch(/; HttpOnly; SameSite=Lax/);
    expect(line).not.toContain(userId);
    expect(line).not.toMatch(/asha/i);
  });
});

describe('a password hash with older settings', () => {
  it('is accepted and replaced at the next login', async () => {
    await using fixture = await openFixture(fullPasswordCost);
    const { userId } = await fixture.register(EMAIL);
    const accounts = fixture.storedAccounts<{ _id: string; passwordHash: string }>();
    const older = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await accounts.updateOne({ _id: userId }, { $set: { passwordHash: older } });
    const stored = () => accounts.findOne({ _id: userId });

    expect((await outcomeOf(fixture.logIn(EMAIL, 'a guess'))).status).toBe(401);
    expect((await stored())?.passwordHash).toBe(older);
    await fixture.logIn(EMAIL, PASSWORD);

    expect((await stored())?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    await fixture.logIn(EMAIL, PASSWORD);
  });
});

describe('a common password', () => {
  it('is refused at registration, in any letter case (S22)', async () => {
    await using fixture = await openFixture();

    for (const password of ['123456', 'password', 'PassWord', 'qwerty123', 'iloveyou'])
      expect(await outcomeOf(fixture.register(EMAIL, { password }))).toEqual({
        code: 'validation-failed',
        status: 400,
        message:
          'That password is one of the most used of all, so it is easily guessed. Please choose another one.',
      });
  });
});
