import { hash } from '@node-rs/argon2';
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, refusal, type World } from './world.ts';

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
        message: 'That password is too common. Please choose another one.',
      });
  });
});
