/** `REGISTER_PRIVACY=strict`: neither the response nor its time reveals which emails are registered. */
import { recordQueries, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import {
  EMAIL,
  type Fixture,
  fullPasswordCost,
  openFixture,
  outcomeOf,
  PASSWORD,
  postJson,
  tokenIn,
} from './fixture.ts';

const strict = { REGISTER_PRIVACY: 'strict', ...fullPasswordCost };

const register = async (fixture: Fixture, email: string, more: Record<string, unknown> = {}) => {
  const began = performance.now();
  const response = await postJson(
    `${fixture.service.url}/users/register`,
    { name: 'Asha', email, password: PASSWORD, ...more },
    { 'x-client-ip': '203.0.113.7', 'x-internal-secret': TEST_INTERNAL_SECRET },
  );
  const body = (await response.json()) as Record<string, unknown>;
  const cookies = response.headers.getSetCookie().length;
  return { status: response.status, body, cookies, ms: performance.now() - began };
};
/** Registers and confirms by mail. @returns the session */
const registerByMail = async (fixture: Fixture, email: string) => {
  await register(fixture, email);
  const token = tokenIn((await fixture.mails(email)).at(-1));
  return fixture.visitor.confirmRegistration({ body: { token, password: PASSWORD } });
};

/** Probability of a rank difference this large between two samples of one distribution (normal approximation). */
const mannWhitney = (a: readonly number[], b: readonly number[]): number => {
  const all = [
    ...a.map((ms) => ({ ms, isFirst: true })),
    ...b.map((ms) => ({ ms, isFirst: false })),
  ].toSorted((one, other) => one.ms - other.ms);
  const ranks = all.reduce((sum, { isFirst }, at) => (isFirst ? sum + at + 1 : sum), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  const z = Math.abs(u - mean) / spread;
  // tail of the normal distribution (Abramowitz and Stegun 7.1.26)
  const t = 1 / (1 + 0.3275911 * (z / Math.SQRT2));
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return poly * Math.exp(-(z * z) / 2);
};

describe('strict registration', () => {
  it('responds to known and unknown emails alike in 500 tries, with the same queries and timing (P37)', async () => {
    await using fixture = await openFixture(strict);
    for (let n = 0; n < 5; n += 1) await registerByMail(fixture, `known-${n}@example.org`);
    // Workers send mails after the response; their queries do not count here.
    await fixture.service.internals.store.worker.stop();
    const takeQueries = recordQueries(fixture.service);
    const relevant = new Set(['login-attempts', 'pending-registrations', 'accounts']);
    const samples = { known: [] as number[], unknown: [] as number[] };
    const seen = { known: new Set<string>(), unknown: new Set<string>() };

    for (let n = 0; n < 500; n += 1) {
      const kind = Math.random() < 0.5 ? 'known' : 'unknown';
      // A known email gets three mails an hour; advancing the clock restores the budget.
      if (n % 5 === 0) fixture.service.clock.advance(3_600_001);
      const email = kind === 'known' ? `known-${n % 5}@example.org` : `nobody-${n % 5}@example.org`;
      await fixture.service.publishedEvents();
      takeQueries();
      const { status, body, cookies, ms } = await register(fixture, email);
      const queries = takeQueries('').filter(
        (name) => relevant.has(name.split('.', 1)[0] ?? '') && !name.endsWith('.find'),
      );
      seen[kind].add(JSON.stringify({ status, body, cookies, queries: queries.toSorted() }));
      samples[kind].push(ms);
    }

    expect([...seen.known].join()).toContain('login-attempts.');
    expect([...seen.known].toSorted()).toEqual([...seen.unknown].toSorted());
    expect(mannWhitney(samples.known, samples.unknown)).toBeGreaterThan(0.0001);
  }, 300_000);

  it('creates the account once, for a client with the mailed token and the password', async () => {
    await using fixture = await openFixture(strict);
    expect(await register(fixture, EMAIL)).toMatchObject({
      status: 201,
      body: {
        message: 'Check your email. If we can write to that address, a mail with a link is on its way.',
      },
      cookies: 0,
    });
    const mail = (await fixture.mails(EMAIL)).at(-1);
    const confirm = (password: string) =>
      outcomeOf(fixture.visitor.confirmRegistration({ body: { token: tokenIn(mail), password } }));
    expect(mail?.text).toContain('http://house.test/confirm-registration?token=');
    expect((await outcomeOf(fixture.logIn(EMAIL, PASSWORD))).status).toBe(401);

    expect((await confirm('not the password')).status).toBe(401);
    const { token, user } = await fixture.visitor.confirmRegistration({
      body: { token: tokenIn(mail), password: PASSWORD },
    });

    expect(await fixture.as(token).getProfile()).toMatchObject({ _id: user._id, email: EMAIL, name: 'Asha' });
    expect((await fixture.as(token).exportMine()).emailVerified).toBe(true);
    expect(await confirm(PASSWORD)).toMatchObject({ status: 400, message: 'Invalid or expired token' });
    expect(
      (await fixture.service.publishedEvents()).filter(({ type }) => type === 'identity.user-registered.v1'),
    ).toHaveLength(2);
  });

  it('sends a notice to the owner of a known email and does not change the account', async () => {
    await using fixture = await openFixture(strict);
    await registerByMail(fixture, EMAIL);
    await register(fixture, EMAIL, { name: 'Somebody', password: 'another password' });

    const notice = (await fixture.mails(EMAIL)).filter(
      ({ subject }) => subject === 'You have an account already',
    );
    expect(notice).toHaveLength(1);
    expect(notice[0]?.text).not.toContain('token=');
    expect((await fixture.logIn(EMAIL, PASSWORD)).user.name).toBe('Asha');
  });

  it('leaves nothing of a mailbox after the erasure of its account, and begins again after it', async () => {
    await using fixture = await openFixture({ REGISTER_PRIVACY: 'strict' });
    for (const name of ['Asha One', 'Asha Two']) await register(fixture, EMAIL, { name });
    const mailed = tokenIn((await fixture.mails(EMAIL)).at(-1));
    const { token } = await fixture.visitor.confirmRegistration({
      body: { token: mailed, password: PASSWORD },
    });
    // the erasure of what waits is late
    await fixture.service.internals.store.worker.stop();

    await fixture.as(token).deleteAccount({ body: { currentPassword: PASSWORD } });
    fixture.service.clock.advance(1_000);
    await register(fixture, EMAIL, { name: 'Asha Again' });
    await fixture.service.runWork();

    const left = await fixture.dumpStore();
    expect(['Asha One', 'Asha Two', 'Asha Again'].filter((name) => left.includes(name))).toEqual([
      'Asha Again',
    ]);
  });

  it('refuses phone numbers, known or not, with the same response', async () => {
    await using fixture = await openFixture(strict);
    const outcomes = [];
    for (const phone of ['+919876543210', '+919876543211']) {
      const { status, body } = await register(fixture, '', { phone });
      outcomes.push([status, body.message]);
    }
    expect(outcomes).toEqual(Array(2).fill([400, 'Please use an email address to register.']));
  });
});
