/** Registering: budgets of visitors and of the whole site. */
import { createHash } from 'node:crypto';
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, postJson, type World } from './world.ts';

type Answer = {
  status: number;
  retryAfter: number;
  body: { message?: string; token?: string; data?: { challenge: string; bits: number } };
};
const register = async (
  world: World,
  email: string,
  { address = '203.0.113.7', ...more }: Record<string, unknown> & { address?: string } = {},
): Promise<Answer> => {
  const answer = await postJson(
    `${world.service.url}/users/register`,
    { name: 'Asha', email, password: PASSWORD, ...more },
    { 'x-client-ip': address, 'x-internal-secret': TEST_INTERNAL_SECRET },
  );
  const retryAfter = Number(answer.headers.get('retry-after'));
  return { status: answer.status, retryAfter, body: (await answer.json()) as Answer['body'] };
};
const limited = { REGISTRATIONS_PER_ADDRESS: '5', REGISTRATIONS_WITHOUT_PROOF: '1000000' };

describe('one visitor', () => {
  it('registers five times an hour, taken addresses counted, with the answers of the forms', async () => {
    await using world = await openWorld(limited);

    const made = await register(world, 'one@example.org');
    const taken = await register(world, 'one@example.org');
    for (const name of ['two', 'three', 'four']) await register(world, `${name}@example.org`);
    const known = await register(world, 'one@example.org');
    const unknown = await register(world, 'nobody@example.org');

    expect([made.status, taken.status]).toEqual([201, 409]);
    expect(taken.body.message).toBe('That email or phone number is already registered. Try logging in.');
    expect([known.status, unknown.status]).toEqual([429, 429]);
    expect(unknown.retryAfter).toBeGreaterThan(0);
    expect((await register(world, 'else@example.org', { address: '198.51.100.1' })).status).toBe(201);
    world.service.clock.advance(3_600_001);
    expect((await register(world, 'nobody@example.org')).status).toBe(201);
  });

  it('has no more from a whole /48', async () => {
    await using world = await openWorld(limited);
    const statuses = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, n) =>
          (
            await register(world, `reader-${n}@example.org`, {
              address: `2001:db8:9:${(n * 256).toString(16)}::1`,
            })
          ).status,
      ),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });
});

describe('the whole site', () => {
  const braked = {
    REGISTRATIONS_PER_ADDRESS: '1000000',
    REGISTRATIONS_WITHOUT_PROOF: '2',
    REGISTRATION_PROOF_BITS: '8',
  };
  const solve = ({ challenge, bits }: { challenge: string; bits: number }) => {
    for (let answer = 0; ; answer += 1) {
      const digest = createHash('sha256').update(`${challenge}:${answer}`).digest();
      if (Math.clz32(digest.readUInt32BE(0)) >= bits) return { challenge, answer: String(answer) };
    }
  };
  const openBusy = async () => {
    const world = await openWorld(braked);
    for (const name of ['one', 'two']) await register(world, `${name}@example.org`);
    const refused = await register(world, 'three@example.org', { address: '198.51.100.1' });
    const { data } = refused.body;
    if (!data) throw new Error('the refusal carries a challenge');
    return { world, refused, data, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  it('asks for a proof of work when many register, known or not, with a clear 429', async () => {
    await using busy = await openBusy();
    const { world, refused } = busy;
    const known = await register(world, 'one@example.org');

    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.body.message).toBe(
      'Many people are joining right now. Please try again in a few minutes.',
    );
    expect([known.status, known.body.message]).toEqual([refused.status, refused.body.message]);
  });

  it('takes a proof once, in time, and only one it asked for', async () => {
    await using busy = await openBusy();
    const { world, data } = busy;
    const proof = solve(data);
    const wrong = { ...proof, answer: `${proof.answer}0000` };
    const own = solve({ challenge: data.challenge.replace(/\.8\./, '.1.'), bits: 1 });
    const sent = async (name: string, it: typeof proof) =>
      (await register(world, `${name}@example.org`, { proof: it })).status;

    expect(await sent('three', wrong)).toBe(429);
    expect(await sent('three', own)).toBe(429);
    const together = await Promise.all(['three', 'four', 'five'].map((name) => sent(name, proof)));
    expect(together.toSorted()).toEqual([201, 429, 429]);
    const late = solve((await register(world, 'six@example.org')).body.data ?? data);
    world.service.clock.advance(10 * 60_000 + 1_000);
    for (const name of ['seven', 'eight'])
      expect((await register(world, `${name}@example.org`)).status).toBe(201);
    expect(await sent('nine', late)).toBe(429);
  });
});
