import { hash } from '@node-rs/argon2';
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, postJson, refusal, type World } from './world.ts';

const from = (world: World, address: string, email: string, password: string) =>
  refusal(
    world.visitor.login(
      { body: { email, password } },
      {
        headers: { 'x-client-ip': address, 'x-internal-secret': TEST_INTERNAL_SECRET },
      },
    ),
  );

describe('an address that fails everywhere', () => {
  it('waits after a hundred failures, whatever it tried; others and their accounts never notice (S15)', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');

    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, n) =>
        from(world, '203.0.113.66', `reader-${n}@example.org`, 'a guess'),
      ),
    );

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 429)?.message).toBe('Too many attempts. Try again later.');
    expect((await from(world, '203.0.113.66', 'asha@example.org', PASSWORD)).status).toBe(429);
    expect((await from(world, '198.51.100.7', 'asha@example.org', PASSWORD)).status).toBe(200);
    world.service.clock.advance(15 * 60_000 + 1);
    expect((await from(world, '203.0.113.66', 'asha@example.org', PASSWORD)).status).toBe(200);
  });

  it('right logins do not count: a library with one address logs in all day', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');

    for (let n = 0; n < 11; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => from(world, '203.0.113.8', 'asha@example.org', PASSWORD)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    }
  });
});

/** Logs in from an address with the cookies of a browser; what it answered, and the cookies it set. */
const browse = async (
  world: World,
  { address, email, password, cookie }: { address: string; email: string; password: string; cookie?: string },
) => {
  const answer = await postJson(
    `${world.service.url}/users/login`,
    { email, password },
    {
      'x-client-ip': address,
      'x-internal-secret': TEST_INTERNAL_SECRET,
      ...(cookie === undefined ? {} : { cookie }),
    },
  );
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), cookies };
};
const rotating = (n: number): string =>
  `2001:db8:7:${n.toString(16)}::${(n * 7919).toString(16).slice(0, 4)}`;

describe('an owner of a whole network', () => {
  it('has 1,000 guesses bounded that come from rotating /64s of one /48', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    const guess = (n: number) =>
      browse(world, { address: rotating(n), email: 'asha@example.org', password: 'a guess' });

    const answers: { status: number }[] = [];
    for (let n = 0; n < 1_000; n += 50)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => guess(n + at)))));

    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(40);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  });
});

describe('the budget of one account', () => {
  const EMAIL = 'asha@example.org';
  const guessFrom = (world: World, n: number) =>
    browse(world, { address: `198.51.${n >> 8}.${n & 255}`, email: EMAIL, password: 'a guess' });
  const spend = async (world: World) => {
    for (let n = 0; n < 11; n += 1) expect((await guessFrom(world, n)).status, `guess ${n}`).toBe(401);
  };
  const env = { LOGIN_FAILURES_PER_ACCOUNT: '10' };

  it('slows strangers wherever they come from, and ends with its time', async () => {
    await using world = await openWorld(env);
    await world.join(EMAIL);
    await spend(world);

    const answers = [];
    for (let n = 100; n < 110; n += 1) answers.push(await guessFrom(world, n));

    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3);
    const slowed = answers.find(({ status }) => status === 429);
    expect(slowed?.retryAfter).toBeGreaterThan(0);
    expect(slowed?.retryAfter).toBeLessThanOrEqual(60);
    world.service.clock.advance(60_001);
    expect((await guessFrom(world, 200)).status).toBe(401);
  });

  it('is the same for an identifier without an account', async () => {
    await using world = await openWorld(env);
    const unknown = [];
    for (let n = 0; n < 20; n += 1) unknown.push((await guessFrom(world, n)).status);
    await world.join(EMAIL);
    world.service.clock.advance(3_600_001);
    const known = [];
    for (let n = 0; n < 20; n += 1) known.push((await guessFrom(world, n)).status);

    expect(unknown).toEqual(known);
    expect(unknown).toContain(429);
  });

  it('lets the owner in at once on a known device, also from the attacker’s own network', async () => {
    await using world = await openWorld(env);
    await world.join(EMAIL);
    const before = await browse(world, { address: '203.0.113.5', email: EMAIL, password: PASSWORD });
    const cookie = before.cookies.find((one) => one.startsWith('satrangi_device=')) ?? '';
    for (let n = 0; n < 60; n += 1)
      await browse(world, { address: rotating(n), email: EMAIL, password: 'a guess' });

    const from = (more: { cookie?: string; password?: string }) =>
      browse(world, { address: rotating(999), email: EMAIL, password: PASSWORD, ...more });
    expect((await from({})).status).toBe(429);
    expect((await from({ cookie })).status).toBe(200);
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await from({ cookie: forged })).status).toBe(429);
  });

  it('gives a known device ten failures, and the device of another account nothing', async () => {
    await using world = await openWorld(env);
    await world.join(EMAIL);
    await world.join('bela@example.org');
    const deviceOf = async (email: string) =>
      (await browse(world, { address: '203.0.113.5', email, password: PASSWORD })).cookies.find((one) =>
        one.startsWith('satrangi_device='),
      ) ?? '';
    const mine = await deviceOf(EMAIL);
    const theirs = await deviceOf('bela@example.org');
    await spend(world);
    const guess = (cookie: string, n: number) =>
      browse(world, { address: `192.0.2.${n}`, email: EMAIL, password: 'a guess', cookie });

    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await guess(mine, n)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    await guess(theirs, 100);
    await guess(theirs, 101);
    expect((await guess(theirs, 102)).status).toBe(429);
  });

  it('names nobody in the cookie, which scripts can not read', async () => {
    await using world = await openWorld();
    const { userId } = await world.join(EMAIL);
    const answer = await postJson(`${world.service.url}/users/login`, { email: EMAIL, password: PASSWORD });
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('satrangi_device=')) ?? '';

    expect(line).toMatch(/; HttpOnly; SameSite=Lax/);
    expect(line).not.toContain(userId);
    expect(line).not.toMatch(/asha/i);
  });
});

describe('a password kept under an older setting', () => {
  it('still opens the account, and is kept under today’s from then on', async () => {
    await using world = await openWorld();
    const { userId } = await world.join('asha@example.org');
    const accounts = world.service.inside.store.connection.db?.collection<{
      _id: string;
      passwordHash: string;
    }>('accounts');
    const older = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await accounts?.updateOne({ _id: userId }, { $set: { passwordHash: older } });
    const kept = () => accounts?.findOne({ _id: userId });

    expect((await refusal(world.logIn('asha@example.org', 'a guess'))).status).toBe(401);
    expect((await kept())?.passwordHash).toBe(older);
    await world.logIn('asha@example.org', PASSWORD);

    expect((await kept())?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    await world.logIn('asha@example.org', PASSWORD);
  });
});

describe('a common password', () => {
  it('is refused when an account is made, in any case of its letters (S22)', async () => {
    await using world = await openWorld();

    for (const password of ['123456', 'password', 'PassWord', 'qwerty123', 'iloveyou'])
      expect(await refusal(world.join('asha@example.org', { password }))).toEqual({
        code: 'validation-failed',
        status: 400,
        message:
          'That password is one of the most used of all, so it is easily guessed. Please choose another one.',
      });
  });
});
