import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, postJson, refusal, tokenIn, type World } from './world.ts';

const INVALID = { code: 'validation-failed', status: 400, message: 'Invalid or expired token' };
const NEW = 'monsoon in malabar';

const ask = (world: World, email: string) => world.visitor.forgotPassword({ body: { email } });
const reset = (world: World, token: string, password = NEW) =>
  world.visitor.resetPassword({ body: { token, password } });
const tokenFor = async (world: World, email: string): Promise<string> => {
  await ask(world, email);
  const [mail] = await world.mails(email);
  return tokenIn(mail);
};

describe('forgot password', () => {
  it('mails a link to /reset-password?token= of the configured site, neutral and with no name in it (IDN-10, IDN-11, S19)', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');

    const answer = await postJson(
      `${world.service.url}/users/forgot-password`,
      { email: ' Asha@Example.org ' },
      { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    );

    expect(answer.status).toBe(200);
    const [mail, ...others] = await world.mails('asha@example.org');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Set a new password');
    expect(mail?.from).toBe('no-reply@house.test');
    expect(mail?.text).toMatch(/^http:\/\/house\.test\/reset-password\?token=[\w-]{43}$/m);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|Asha/);
  });

  it('answers the same for an unknown address, mails nobody and keeps no address (IDN-10, IDN-43, S16)', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');

    const bodies = await Promise.all(
      ['asha@example.org', 'nobody@example.org'].map(async (email) => {
        const answer = await postJson(`${world.service.url}/users/forgot-password`, { email });
        return { status: answer.status, body: await answer.text() };
      }),
    );

    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.status).toBe(200);
    expect(await world.mails('nobody@example.org')).toEqual([]);
    expect(await world.dump()).not.toContain('nobody@');
  });

  it('refuses what is no address with 400', async () => {
    await using world = await openWorld();

    for (const email of ['', 'asha@', '+9198765', { $ne: null }])
      expect(await refusal(ask(world, email as string))).toMatchObject({
        status: 400,
        message: 'Please enter a valid email address.',
      });
  });

  it('writes at most three mails an hour to one address, and never says so', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');

    const counts: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      expect((await refusal(ask(world, 'asha@example.org'))).status).toBe(200);
      counts.push((await world.mails('asha@example.org')).length);
    }

    expect(counts).toEqual([1, 2, 3, 3, 3]);
  });

  it('a visitor who asks for thirty mails waits, with Retry-After (S15)', async () => {
    await using world = await openWorld();

    const answers = await Promise.all(
      Array.from({ length: 33 }, (_, n) => refusal(ask(world, `reader-${n}@example.org`))),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ code }) => code === 'too-many-requests')).toHaveLength(3);
  });

  it('waits for a mail server that is away', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    await world.knob({ target: 'mail.receive', status: 451 });
    await ask(world, 'asha@example.org');
    expect(await world.mails('asha@example.org')).toEqual([]);

    await world.calm();

    const [mail] = await world.mails('asha@example.org');
    await reset(world, tokenIn(mail));
    expect((await world.logIn('asha@example.org', NEW)).user.name).toBe('Asha');
  });
});

describe('reset password', () => {
  it('sets the new password once, ends every session and says so by mail (IDN-12, IDN-34)', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('asha@example.org');
    const token = await tokenFor(world, 'asha@example.org');

    await reset(world, token);

    expect(await refusal(mine.getProfile())).toMatchObject({ status: 401, message: 'Invalid token' });
    expect((await refusal(world.logIn('asha@example.org', PASSWORD))).status).toBe(401);
    const entered = await world.logIn('asha@example.org', NEW);
    expect(await world.as(entered.token).getProfile()).toMatchObject({ _id: userId, hasPassword: true });
    expect((await world.service.announced()).at(-1)).toMatchObject({
      type: 'identity.user-updated.v1',
      data: { userId, role: 'USER', tokenVersion: 1 },
    });
    expect(await refusal(reset(world, token))).toEqual(INVALID);
    const [notice] = await world.mails('asha@example.org');
    expect(notice?.subject).toBe('Your password was changed');
  });

  it('of a hundred uses of one token at once exactly one counts (S18, P38)', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    const token = await tokenFor(world, 'asha@example.org');

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => refusal(reset(world, token, `${NEW} ${n}`))),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await world.logIn('asha@example.org', `${NEW} ${winner}`)).user.name).toBe('Asha');
  });

  it('only the newest token counts, for 60 minutes (IDN-34)', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    const first = await tokenFor(world, 'asha@example.org');
    const second = await tokenFor(world, 'asha@example.org');
    expect(second).not.toBe(first);

    expect(await refusal(reset(world, first))).toEqual(INVALID);
    world.service.clock.advance(60 * 60_000 + 1_000);
    expect(await refusal(reset(world, second))).toEqual(INVALID);
    const third = await tokenFor(world, 'asha@example.org');
    world.service.clock.advance(59 * 60_000);
    await reset(world, third);
  });

  it('made-up, empty and foreign tokens are all refused with the same words (S18)', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    await mine.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    const foreign = tokenIn((await world.mails('new@example.org'))[0]);

    for (const token of ['', 'x', 'A'.repeat(43), foreign])
      expect(await refusal(reset(world, token))).toEqual(INVALID);
  });

  it('5 characters are refused, 6 accepted, and a password everybody would guess is not (IDN-13, S22)', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    const token = await tokenFor(world, 'asha@example.org');

    expect(await refusal(reset(world, token, '12345'))).toMatchObject({
      status: 400,
      message: 'Password must be at least 6 characters.',
    });
    for (const common of ['123456', 'Password', 'QWERTY1'])
      expect(await refusal(reset(world, token, common))).toMatchObject({
        status: 400,
        message:
          'That password is one of the most used of all, so it is easily guessed. Please choose another one.',
      });
    await reset(world, token, 'jhūlā!');
  });

  it('the store holds neither the token nor the password', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    const token = await tokenFor(world, 'asha@example.org');

    const dump = await world.dump();

    expect(token).toHaveLength(43);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(PASSWORD);
  });

  it('is refused for a deleted account whose mail was on its way', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('asha@example.org');
    const token = await tokenFor(world, 'asha@example.org');
    await mine.deleteAccount({});

    expect(await refusal(reset(world, token))).toEqual(INVALID);
  });
});
