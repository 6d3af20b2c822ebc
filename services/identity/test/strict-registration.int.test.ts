/** `REGISTER_PRIVACY=strict`: nobody learns from an answer, or from its time, who is registered. */
import { overhear, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, postJson, refusal, tokenIn, type World } from './world.ts';

const strict = { REGISTER_PRIVACY: 'strict' };
const EMAIL = 'asha@example.org';

const ask = async (world: World, email: string, more: Record<string, unknown> = {}) => {
  const began = performance.now();
  const answer = await postJson(
    `${world.service.url}/users/register`,
    { name: 'Asha', email, password: PASSWORD, ...more },
    { 'x-client-ip': '203.0.113.7', 'x-internal-secret': TEST_INTERNAL_SECRET },
  );
  const body = (await answer.json()) as Record<string, unknown>;
  const cookies = answer.headers.getSetCookie().length;
  return { status: answer.status, body, cookies, ms: performance.now() - began };
};
/** Registers by mail: the account is made and its owner logged in. */
const joinByMail = async (world: World, email: string) => {
  await ask(world, email);
  const token = tokenIn((await world.mails(email)).at(-1));
  return world.visitor.confirmRegistration({ body: { token, password: PASSWORD } });
};

/** Probability of a rank difference this large between two samples of one distribution (normal approximation). */
const mannWhitney = (a: readonly number[], b: readonly number[]): number => {
  const all = [...a.map((ms) => ({ ms, mine: true })), ...b.map((ms) => ({ ms, mine: false }))].toSorted(
    (one, other) => one.ms - other.ms,
  );
  const ranks = all.reduce((sum, { mine }, at) => (mine ? sum + at + 1 : sum), 0);
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

describe('registering strictly', () => {
  it('answers alike for known and unknown in 500 tries, with the same questions to the store and no slower (P37)', async () => {
    await using world = await openWorld(strict);
    for (let n = 0; n < 5; n += 1) await joinByMail(world, `known-${n}@example.org`);
    // mails are written later, by work that nobody's answer waits for
    await world.service.inside.store.worker.stop();
    const asked = overhear(world.service);
    const own = new Set(['login-attempts', 'pending-registrations', 'accounts']);
    const samples = { known: [] as number[], unknown: [] as number[] };
    const seen = { known: new Set<string>(), unknown: new Set<string>() };

    for (let n = 0; n < 500; n += 1) {
      const kind = Math.random() < 0.5 ? 'known' : 'unknown';
      // a known address gets three mails an hour; the clock moves on so that the budget is there again
      if (n % 5 === 0) world.service.clock.advance(3_600_001);
      const email = kind === 'known' ? `known-${n % 5}@example.org` : `nobody-${n % 5}@example.org`;
      await world.service.announced();
      asked();
      const { status, body, cookies, ms } = await ask(world, email);
      const questions = asked('').filter(
        (name) => own.has(name.split('.', 1)[0] ?? '') && !name.endsWith('.find'),
      );
      seen[kind].add(JSON.stringify({ status, body, cookies, questions: questions.toSorted() }));
      samples[kind].push(ms);
    }

    expect([...seen.known].join()).toContain('login-attempts.');
    expect([...seen.known].toSorted()).toEqual([...seen.unknown].toSorted());
    expect(mannWhitney(samples.known, samples.unknown)).toBeGreaterThan(0.0001);
  }, 300_000);

  it('makes the account for who has the mail and the password, once', async () => {
    await using world = await openWorld(strict);
    expect(await ask(world, EMAIL)).toMatchObject({
      status: 201,
      body: {
        message: 'Check your email. If we can write to that address, a mail with a link is on its way.',
      },
      cookies: 0,
    });
    const mail = (await world.mails(EMAIL)).at(-1);
    const confirm = (password: string) =>
      refusal(world.visitor.confirmRegistration({ body: { token: tokenIn(mail), password } }));
    expect(mail?.text).toContain('http://house.test/confirm-registration?token=');
    expect((await refusal(world.logIn(EMAIL, PASSWORD))).status).toBe(401);

    expect((await confirm('not the password')).status).toBe(401);
    const { token, user } = await world.visitor.confirmRegistration({
      body: { token: tokenIn(mail), password: PASSWORD },
    });

    expect(await world.as(token).getProfile()).toMatchObject({ _id: user._id, email: EMAIL, name: 'Asha' });
    expect((await world.as(token).exportMine()).emailVerified).toBe(true);
    expect(await confirm(PASSWORD)).toMatchObject({ status: 400, message: 'Invalid or expired token' });
    expect(
      (await world.service.announced()).filter(({ type }) => type === 'identity.user-registered.v1'),
    ).toHaveLength(2);
  });

  it('writes to the owner of an address that is known, and changes nothing of the account', async () => {
    await using world = await openWorld(strict);
    await joinByMail(world, EMAIL);
    await ask(world, EMAIL, { name: 'Somebody', password: 'another password' });

    const notice = (await world.mails(EMAIL)).filter(
      ({ subject }) => subject === 'You have an account already',
    );
    expect(notice).toHaveLength(1);
    expect(notice[0]?.text).not.toContain('token=');
    expect((await world.logIn(EMAIL, PASSWORD)).user.name).toBe('Asha');
  });

  it('takes no phone number, known or not, and says so alike', async () => {
    await using world = await openWorld(strict);
    const answers = [];
    for (const phone of ['+919876543210', '+919876543211']) {
      const { status, body } = await ask(world, '', { phone });
      answers.push([status, body.message]);
    }
    expect(answers).toEqual(Array(2).fill([400, 'Please use an email address to register.']));
  });
});
