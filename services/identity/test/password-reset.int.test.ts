import { describe, expect, it } from 'vitest';
import {
  EMAIL,
  type Fixture,
  INVALID_MAILED_TOKEN,
  NEW_PASSWORD,
  openFixture,
  outcomeOf,
  PASSWORD,
  postJson,
  tokenIn,
} from './fixture.ts';

const requestReset = (fixture: Fixture, email: string) => fixture.visitor.forgotPassword({ body: { email } });
const reset = (fixture: Fixture, token: string, password = NEW_PASSWORD) =>
  fixture.visitor.resetPassword({ body: { token, password } });

describe('forgot password', () => {
  it('mails a link to /reset-password?token= of the configured site, without a name (IDN-10, IDN-11, S19)', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);

    const response = await postJson(
      `${fixture.service.url}/users/forgot-password`,
      { email: ' Asha@Example.org ' },
      { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    );

    expect(response.status).toBe(200);
    const [mail, ...others] = await fixture.mails(EMAIL);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Set a new password');
    expect(mail?.from).toBe('no-reply@house.test');
    expect(mail?.text).toMatch(/^http:\/\/house\.test\/reset-password\?token=[\w-]{43}$/m);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|Asha/);
  });

  it('responds in the same way to an unknown email, sends nothing and stores no email (IDN-10, IDN-43, S16)', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);

    const bodies = await Promise.all(
      [EMAIL, 'nobody@example.org'].map(async (email) => {
        const response = await postJson(`${fixture.service.url}/users/forgot-password`, { email });
        return { status: response.status, body: await response.text() };
      }),
    );

    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.status).toBe(200);
    expect(await fixture.mails('nobody@example.org')).toEqual([]);
    expect(await fixture.dumpStore()).not.toContain('nobody@');
  });

  it('responds 400 to an invalid email', async () => {
    await using fixture = await openFixture();

    for (const email of ['', 'asha@', '+9198765', { $ne: null }])
      expect(await outcomeOf(requestReset(fixture, email as string))).toMatchObject({
        status: 400,
        message: 'Please enter a valid email address.',
      });
  });

  it('sends at most three mails an hour to one address, without a different response', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);

    const counts: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      expect((await outcomeOf(requestReset(fixture, EMAIL))).status).toBe(200);
      counts.push((await fixture.mails(EMAIL)).length);
    }

    expect(counts).toEqual([1, 2, 3, 3, 3]);
  });

  it('allows thirty requests of one client, then 429 (S15)', async () => {
    await using fixture = await openFixture();

    const outcomes = await Promise.all(
      Array.from({ length: 33 }, (_, n) => outcomeOf(requestReset(fixture, `reader-${n}@example.org`))),
    );

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(outcomes.filter(({ code }) => code === 'too-many-requests')).toHaveLength(3);
  });

  it('is sent when the mail server is available again', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    await fixture.injectFault({ target: 'mail.receive', status: 451 });
    await requestReset(fixture, EMAIL);
    expect(await fixture.mails(EMAIL)).toEqual([]);

    await fixture.clearFaults();

    const [mail] = await fixture.mails(EMAIL);
    await reset(fixture, tokenIn(mail));
    expect((await fixture.logIn(EMAIL, NEW_PASSWORD)).user.name).toBe('Asha');
  });
});

describe('reset password', () => {
  it('sets the new password once, ends all sessions and sends a notice (IDN-12, IDN-34)', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);
    const token = await fixture.resetToken(EMAIL);

    await reset(fixture, token);

    expect(await outcomeOf(client.getProfile())).toMatchObject({ status: 401, message: 'Invalid token' });
    expect((await outcomeOf(fixture.logIn(EMAIL, PASSWORD))).status).toBe(401);
    const entered = await fixture.logIn(EMAIL, NEW_PASSWORD);
    expect(await fixture.as(entered.token).getProfile()).toMatchObject({ _id: userId, hasPassword: true });
    expect((await fixture.service.publishedEvents()).at(-1)).toMatchObject({
      type: 'identity.user-updated.v1',
      data: { userId, role: 'USER', tokenVersion: 1 },
    });
    expect(await outcomeOf(reset(fixture, token))).toEqual(INVALID_MAILED_TOKEN);
    const [notice] = await fixture.mails(EMAIL);
    expect(notice?.subject).toBe('Your password was changed');
  });

  it('of a hundred concurrent uses of one token exactly one succeeds (S18, P38)', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    const token = await fixture.resetToken(EMAIL);

    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => outcomeOf(reset(fixture, token, `${NEW_PASSWORD} ${n}`))),
    );

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 400)).toHaveLength(99);
    const winner = outcomes.findIndex(({ status }) => status === 200);
    expect((await fixture.logIn(EMAIL, `${NEW_PASSWORD} ${winner}`)).user.name).toBe('Asha');
  });

  it('accepts only the newest token, for 60 minutes (IDN-34)', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    const first = await fixture.resetToken(EMAIL);
    const second = await fixture.resetToken(EMAIL);
    expect(second).not.toBe(first);

    expect(await outcomeOf(reset(fixture, first))).toEqual(INVALID_MAILED_TOKEN);
    fixture.service.clock.advance(60 * 60_000 + 1_000);
    expect(await outcomeOf(reset(fixture, second))).toEqual(INVALID_MAILED_TOKEN);
    const third = await fixture.resetToken(EMAIL);
    fixture.service.clock.advance(59 * 60_000);
    await reset(fixture, third);
  });

  it('refuses invented, empty and foreign tokens with the same message (S18)', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    await client.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    const foreign = tokenIn((await fixture.mails('new@example.org'))[0]);

    for (const token of ['', 'x', 'A'.repeat(43), foreign])
      expect(await outcomeOf(reset(fixture, token))).toEqual(INVALID_MAILED_TOKEN);
  });

  it('refuses 5 characters and common passwords, and accepts 6 characters (IDN-13, S22)', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    const token = await fixture.resetToken(EMAIL);

    expect(await outcomeOf(reset(fixture, token, '12345'))).toMatchObject({
      status: 400,
      message: 'Password must be at least 6 characters.',
    });
    for (const common of ['123456', 'Password', 'QWERTY1'])
      expect(await outcomeOf(reset(fixture, token, common))).toMatchObject({
        status: 400,
        message:
          'That password is one of the most used of all, so it is easily guessed. Please choose another one.',
      });
    await reset(fixture, token, 'jhūlā!');
  });

  it('the store holds neither the token nor the password', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    const token = await fixture.resetToken(EMAIL);

    const dumpStore = await fixture.dumpStore();

    expect(token).toHaveLength(43);
    expect(dumpStore).not.toContain(token);
    expect(dumpStore).not.toContain(PASSWORD);
  });

  it('is refused for an account deleted after the mail', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    const token = await fixture.resetToken(EMAIL);
    await client.deleteAccount({});

    expect(await outcomeOf(reset(fixture, token))).toEqual(INVALID_MAILED_TOKEN);
  });
});
