/** Confirmation of the email given at registration, and what else proves it (decision 0053). */
import { bootService, freshSuffix } from '@satrangi/chassis/testing';
import { identityApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { identity } from '../src/service.ts';
import {
  CONFIRM_SUBJECT,
  DAY_MS,
  EMAIL,
  type Fixture,
  type IdentityClient,
  INVALID_MAILED_TOKEN,
  NEW_PASSWORD,
  openFixture,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from './fixture.ts';

const confirmationMails = async (fixture: Fixture, to = EMAIL) =>
  (await fixture.mails(to, 'all')).filter(({ subject }) => subject === CONFIRM_SUBJECT);
const confirmationToken = async (fixture: Fixture, to = EMAIL): Promise<string> =>
  tokenIn((await confirmationMails(fixture, to))[0]);
const unconfirmedEmail = async (client: IdentityClient) => (await client.getProfile()).unconfirmedEmail;

describe('the confirmation mail', () => {
  it('is sent once, does not reveal the subject of the site, and links to the page that confirms', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    await confirmationMails(fixture);

    const mails = await confirmationMails(fixture);

    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/^http:\/\/house\.test\/api\/users\/confirm-email\?token=[\w-]{43}$/m);
    expect(JSON.stringify(mails)).not.toMatch(/satrangi|queer|asha r|book|library/i);
    expect(await unconfirmedEmail(client)).toEqual({ deletedAfter: expect.any(String) });
  });

  it('is sent later when the mail server is unavailable; registration does not wait for it', async () => {
    await using fixture = await openFixture();
    await fixture.injectFault({ target: 'mail.receive', status: 451 });

    const { client } = await fixture.register(EMAIL);

    expect(await confirmationMails(fixture)).toEqual([]);
    expect((await client.getProfile()).email).toBe(EMAIL);
    await fixture.clearFaults();
    expect(await confirmationMails(fixture)).toHaveLength(1);
  });

  it('is sent by the next process when one stops right after the response', async () => {
    const suffix = freshSuffix();
    await using fixture = await openFixture({ DB_SUFFIX: suffix });
    await fixture.injectFault({ target: 'mail.receive', status: 451 });
    await fixture.register(EMAIL);
    await fixture.service.stop();
    await fixture.clearFaults();
    await using next = await bootService(identity, {
      env: { DB_SUFFIX: suffix, SMTP_URL: fixture.sandbox.smtpUrl, PUBLIC_URL: 'http://house.test' },
    });

    for (let step = 0; step < 2; step += 1) await next.runWork();

    expect(await fixture.callSandbox<unknown[]>('GET', `/mail?to=${EMAIL}`)).toHaveLength(1);
  });

  it('is sent to one address at most three times an hour, across deleted accounts', async () => {
    await using fixture = await openFixture();
    for (let n = 0; n < 5; n += 1) {
      const { client } = await fixture.register(EMAIL);
      await confirmationMails(fixture);
      await client.deleteAccount({ body: { currentPassword: PASSWORD } });
    }

    expect(await confirmationMails(fixture)).toHaveLength(3);
  });

  it('is not sent for a phone number, which is never verified', async () => {
    await using fixture = await openFixture();
    const { token } = await fixture.visitor.register({
      body: { name: 'Asha', phone: '+91 98765 43210', password: PASSWORD },
    });

    expect(await unconfirmedEmail(fixture.as(token))).toBeNull();
    expect(await fixture.as(token).resendConfirmation()).toEqual({ sent: false });
    await fixture.service.runWork();
    expect(await fixture.callSandbox('GET', '/mail')).toEqual([]);
  });
});

describe('the confirmation link', () => {
  it('confirms by POST only, and repeats its response', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    const token = await confirmationToken(fixture);

    const opened = await fetch(`${fixture.service.url}/users/confirm-email?token=${token}`, {
      redirect: 'manual',
    });
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `http://house.test/confirm-email?token=${token}`,
    ]);
    expect(await unconfirmedEmail(client)).not.toBeNull();

    expect(await fixture.confirmEmail(token)).toBe('confirmed');
    expect(await unconfirmedEmail(client)).toBeNull();
    expect(await fixture.confirmEmail(token)).toBe('confirmed');
    expect(await client.resendConfirmation()).toEqual({ sent: false });
  });

  it('expires after fourteen days', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    const token = await confirmationToken(fixture);

    fixture.service.clock.advance(14 * DAY_MS + 1_000);

    expect(await fixture.confirmEmail(token)).toBe('expired');
    const { token: again } = await fixture.logIn(EMAIL, PASSWORD);
    expect(await unconfirmedEmail(fixture.as(again))).not.toBeNull();
  });

  it('is not accepted as another token, nor another token as this one', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    const token = await confirmationToken(fixture);
    await fixture.visitor.forgotPassword({ body: { email: EMAIL } });
    const reset = tokenIn((await fixture.mails(EMAIL))[0]);

    expect(
      await outcomeOf(fixture.visitor.resetPassword({ body: { token, password: 'monsoon 7' } })),
    ).toEqual(INVALID_MAILED_TOKEN);
    expect(
      await outcomeOf(fixture.visitor.confirmRegistration({ body: { token, password: PASSWORD } })),
    ).toEqual(INVALID_MAILED_TOKEN);
    expect(await outcomeOf(fixture.visitor.confirmEmail({ body: { token: reset } }))).toEqual(
      INVALID_MAILED_TOKEN,
    );
    expect(await unconfirmedEmail(client)).not.toBeNull();
  });

  it('is mailed at most three times an hour, with the same token', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register(EMAIL);
    await confirmationMails(fixture);
    expect(await client.resendConfirmation()).toEqual({ sent: true });
    await confirmationMails(fixture);
    expect(await client.resendConfirmation()).toEqual({ sent: true });

    expect(await outcomeOf(client.resendConfirmation())).toMatchObject({ status: 429 });
    expect(new Set((await confirmationMails(fixture)).map(tokenIn)).size).toBe(1);
    expect(await confirmationMails(fixture)).toHaveLength(3);
  });

  it('does not verify the email: a Google sign-in still removes the password of the registration', async () => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL);
    expect(await fixture.confirmEmail(await confirmationToken(fixture))).toBe('confirmed');

    const owner = await fixture.signInWithGoogle(EMAIL);

    expect(owner.user._id).toBe(userId);
    expect((await outcomeOf(fixture.logIn(EMAIL, PASSWORD))).status).toBe(401);
  });
});

describe('an email also counts as proved', () => {
  it('by a reset, a Google sign-in, a change of email and strict registration', async () => {
    await using fixture = await openFixture();
    const emails = ['reset@example.org', 'google@example.org', 'before@example.org'] as const;
    const [, , changing] = await Promise.all(emails.map((email) => fixture.register(email)));

    await fixture.resetPassword(emails[0], NEW_PASSWORD);
    const google = await fixture.signInWithGoogle(emails[1]);
    await changing?.client.updateProfile({
      body: { newEmail: 'new@example.org', currentPassword: PASSWORD },
    });
    expect(await fixture.confirmEmail(tokenIn((await fixture.mails('new@example.org'))[0]))).toBe(
      'confirmed',
    );

    const reset = await fixture.logIn(emails[0], NEW_PASSWORD);
    for (const { token: proved } of [reset, google])
      expect(await unconfirmedEmail(fixture.as(proved))).toBeNull();
    expect(changing && (await unconfirmedEmail(changing.client))).toBeNull();
    await using strict = await openFixture({ REGISTER_PRIVACY: 'strict' });
    const visitor = strict.service.as('visitor', identityApi);
    await visitor.register({ body: { name: 'Asha', email: EMAIL, password: PASSWORD } });
    const mailed = tokenIn((await strict.mails(EMAIL))[0]);
    const confirmed = await visitor.confirmRegistration({ body: { token: mailed, password: PASSWORD } });
    expect(await unconfirmedEmail(strict.as(confirmed.token))).toBeNull();
  });
});
