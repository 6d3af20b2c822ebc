/** Rate limits of registration, by client and for the whole site. */
import { createHash } from 'node:crypto';
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, PASSWORD, postJson } from './fixture.ts';

type RegisterResponse = {
  status: number;
  retryAfter: number;
  body: { message?: string; token?: string; data?: { challenge: string; bits: number } };
};
const register = async (
  fixture: Fixture,
  email: string,
  { address = '203.0.113.7', ...more }: Record<string, unknown> & { address?: string } = {},
): Promise<RegisterResponse> => {
  const response = await postJson(
    `${fixture.service.url}/users/register`,
    { name: 'Asha', email, password: PASSWORD, ...more },
    { 'x-client-ip': address, 'x-internal-secret': TEST_INTERNAL_SECRET },
  );
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, retryAfter, body: (await response.json()) as RegisterResponse['body'] };
};
const limited = { REGISTRATIONS_PER_ADDRESS: '5', REGISTRATIONS_WITHOUT_PROOF: '1000000' };

describe('one client', () => {
  it('registers five times an hour, including failures, with the messages of the form', async () => {
    await using fixture = await openFixture(limited);

    const made = await register(fixture, 'one@example.org');
    const taken = await register(fixture, 'one@example.org');
    for (const name of ['two', 'three', 'four']) await register(fixture, `${name}@example.org`);
    const known = await register(fixture, 'one@example.org');
    const unknown = await register(fixture, 'nobody@example.org');

    expect([made.status, taken.status]).toEqual([201, 409]);
    expect(taken.body.message).toBe('That email or phone number is already registered. Try logging in.');
    expect([known.status, unknown.status]).toEqual([429, 429]);
    expect(unknown.retryAfter).toBeGreaterThan(0);
    expect((await register(fixture, 'else@example.org', { address: '198.51.100.1' })).status).toBe(201);
    fixture.service.clock.advance(3_600_001);
    expect((await register(fixture, 'nobody@example.org')).status).toBe(201);
  });

  it('has a bounded budget in a whole /48', async () => {
    await using fixture = await openFixture(limited);
    const statuses = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, n) =>
          (
            await register(fixture, `reader-${n}@example.org`, {
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
  const limits = {
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
    const fixture = await openFixture(limits);
    for (const name of ['one', 'two']) await register(fixture, `${name}@example.org`);
    const refused = await register(fixture, 'three@example.org', { address: '198.51.100.1' });
    const { data } = refused.body;
    if (!data) throw new Error('the refusal carries a challenge');
    return { fixture, refused, data, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
  };

  it('responds 429 and requires a proof of work while many register, for known and unknown emails', async () => {
    await using busy = await openBusy();
    const { fixture, refused } = busy;
    const known = await register(fixture, 'one@example.org');

    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.body.message).toBe(
      'Many people are joining right now. Please try again in a few minutes.',
    );
    expect([known.status, known.body.message]).toEqual([refused.status, refused.body.message]);
  });

  it('accepts a proof once, in time, and only for its own challenge', async () => {
    await using busy = await openBusy();
    const { fixture, data } = busy;
    const proof = solve(data);
    const wrong = { ...proof, answer: `${proof.answer}0000` };
    const own = solve({ challenge: data.challenge.replace(/\.8\./, '.1.'), bits: 1 });
    const submit = async (name: string, candidate: typeof proof) =>
      (await register(fixture, `${name}@example.org`, { proof: candidate })).status;

    expect(await submit('three', wrong)).toBe(429);
    expect(await submit('three', own)).toBe(429);
    const together = await Promise.all(['three', 'four', 'five'].map((name) => submit(name, proof)));
    expect(together.toSorted()).toEqual([201, 429, 429]);
    const late = solve((await register(fixture, 'six@example.org')).body.data ?? data);
    fixture.service.clock.advance(10 * 60_000 + 1_000);
    for (const name of ['seven', 'eight'])
      expect((await register(fixture, `${name}@example.org`)).status).toBe(201);
    expect(await submit('nine', late)).toBe(429);
  });
});
