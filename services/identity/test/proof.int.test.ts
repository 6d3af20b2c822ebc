/** How an address given at registration is confirmed, and by what else it counts as proved (decision 0053). */
import { bootService, freshSuffix } from '@satrangi/chassis/testing';
import { identityApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { identity } from '../src/service.ts';
import { CONFIRM, openWorld, PASSWORD, refusal, tokenIn, type World } from './world.ts';

const DAY_MS = 86_400_000;
const EMAIL = 'asha@example.org';
const INVALID = { code: 'validation-failed', status: 400, message: 'Invalid or expired token' };

const links = async (world: World, to = EMAIL) =>
  (await world.mails(to, 'all')).filter(({ subject }) => subject === CONFIRM);
const link = async (world: World, to = EMAIL): Promise<string> => tokenIn((await links(world, to))[0]);
const unconfirmed = async (mine: Awaited<ReturnType<World['join']>>['mine']) =>
  (await mine.getProfile()).unconfirmedEmail;

describe('the mail of a registration', () => {
  it('goes out once, says nothing of the site, and leads to the page that confirms', async () => {
    await using world = await openWorld();
    const { mine } = await world.join(EMAIL);
    await links(world);

    const mails = await links(world);

    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/^http:\/\/house\.test\/api\/users\/confirm-email\?token=[\w-]{43}$/m);
    expect(JSON.stringify(mails)).not.toMatch(/satrangi|queer|asha r|book|library/i);
    expect(await unconfirmed(mine)).toEqual({ deletedAfter: expect.any(String) });
  });

  it('is sent later when the mail server is away, and registering does not wait for it', async () => {
    await using world = await openWorld();
    await world.knob({ target: 'mail.receive', status: 451 });

    const { mine } = await world.join(EMAIL);

    expect(await links(world)).toEqual([]);
    expect((await mine.getProfile()).email).toBe(EMAIL);
    await world.calm();
    expect(await links(world)).toHaveLength(1);
  });

  it('is sent by the next process when one stops right after the answer', async () => {
    const suffix = freshSuffix();
    await using world = await openWorld({ DB_SUFFIX: suffix });
    await world.knob({ target: 'mail.receive', status: 451 });
    await world.join(EMAIL);
    await world.service.stop();
    await world.calm();
    await using next = await bootService(identity, {
      env: { DB_SUFFIX: suffix, SMTP_URL: world.sandbox.smtpUrl, PUBLIC_URL: 'http://house.test' },
    });

    for (let step = 0; step < 2; step += 1) await next.runWork();

    expect(await world.control<unknown[]>('GET', `/mail?to=${EMAIL}`)).toHaveLength(1);
  });

  it('is sent three times an hour at most to one address, whoever opens and deletes accounts with it', async () => {
    await using world = await openWorld();
    for (let n = 0; n < 5; n += 1) {
      const { mine } = await world.join(EMAIL);
      await links(world);
      await mine.deleteAccount({ body: { currentPassword: PASSWORD } });
    }

    expect(await links(world)).toHaveLength(3);
  });

  it('does not go to a telephone, which is never proved', async () => {
    await using world = await openWorld();
    const { token } = await world.visitor.register({
      body: { name: 'Asha', phone: '+91 98765 43210', password: PASSWORD },
    });

    expect(await unconfirmed(world.as(token))).toBeNull();
    expect(await world.as(token).resendConfirmation()).toEqual({ sent: false });
    await world.service.runWork();
    expect(await world.control('GET', '/mail')).toEqual([]);
  });
});

describe('the link', () => {
  it('confirms by POST alone, and says the same when it is pressed again', async () => {
    await using world = await openWorld();
    const { mine } = await world.join(EMAIL);
    const token = await link(world);

    const opened = await fetch(`${world.service.url}/users/confirm-email?token=${token}`, {
      redirect: 'manual',
    });
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `http://house.test/confirm-email?token=${token}`,
    ]);
    expect(await unconfirmed(mine)).not.toBeNull();

    expect(await world.confirm(token)).toBe('confirmed');
    expect(await unconfirmed(mine)).toBeNull();
    expect(await world.confirm(token)).toBe('confirmed');
    expect(await mine.resendConfirmation()).toEqual({ sent: false });
  });

  it('works for fourteen days', async () => {
    await using world = await openWorld();
    await world.join(EMAIL);
    const token = await link(world);

    world.service.clock.advance(14 * DAY_MS + 1_000);

    expect(await world.confirm(token)).toBe('expired');
    const { token: again } = await world.logIn(EMAIL, PASSWORD);
    expect(await unconfirmed(world.as(again))).not.toBeNull();
  });

  it('is no other token, and no other token is one', async () => {
    await using world = await openWorld();
    const { mine } = await world.join(EMAIL);
    const token = await link(world);
    await world.visitor.forgotPassword({ body: { email: EMAIL } });
    const reset = tokenIn((await world.mails(EMAIL))[0]);

    expect(await refusal(world.visitor.resetPassword({ body: { token, password: 'monsoon 7' } }))).toEqual(
      INVALID,
    );
    expect(await refusal(world.visitor.confirmRegistration({ body: { token, password: PASSWORD } }))).toEqual(
      INVALID,
    );
    expect(await refusal(world.visitor.confirmEmail({ body: { token: reset } }))).toEqual(INVALID);
    expect(await unconfirmed(mine)).not.toBeNull();
  });

  it('can be mailed again three times an hour in all, and each mail carries the same one', async () => {
    await using world = await openWorld();
    const { mine } = await world.join(EMAIL);
    await links(world);
    expect(await mine.resendConfirmation()).toEqual({ sent: true });
    await links(world);
    expect(await mine.resendConfirmation()).toEqual({ sent: true });

    expect(await refusal(mine.resendConfirmation())).toMatchObject({ status: 429 });
    expect(new Set((await links(world)).map(tokenIn)).size).toBe(1);
    expect(await links(world)).toHaveLength(3);
  });

  it('makes the address no verified one: a Google account of it still drops the password of who typed it', async () => {
    await using world = await openWorld();
    const { userId } = await world.join(EMAIL);
    expect(await world.confirm(await link(world))).toBe('confirmed');

    const credential = await world.credential({ email: EMAIL });
    const owner = await world.visitor.googleSignIn({ body: { credential } });

    expect(owner.user._id).toBe(userId);
    expect((await refusal(world.logIn(EMAIL, PASSWORD))).status).toBe(401);
  });
});

describe('an address also counts as proved', () => {
  it('by a reset mail, a Google sign-in, a change of address and strict registration', async () => {
    await using world = await openWorld();
    const emails = ['reset@example.org', 'google@example.org', 'before@example.org'] as const;
    const [, , changing] = await Promise.all(emails.map((email) => world.join(email)));

    await world.visitor.forgotPassword({ body: { email: emails[0] } });
    const token = tokenIn((await world.mails(emails[0]))[0]);
    await world.visitor.resetPassword({ body: { token, password: 'monsoon in malabar' } });
    const credential = await world.credential({ email: emails[1] });
    const google = await world.visitor.googleSignIn({ body: { credential } });
    await changing?.mine.updateProfile({ body: { newEmail: 'new@example.org', currentPassword: PASSWORD } });
    expect(await world.confirm(tokenIn((await world.mails('new@example.org'))[0]))).toBe('confirmed');

    const reset = await world.logIn(emails[0], 'monsoon in malabar');
    for (const { token: proved } of [reset, google]) expect(await unconfirmed(world.as(proved))).toBeNull();
    expect(changing && (await unconfirmed(changing.mine))).toBeNull();
    await using strict = await openWorld({ REGISTER_PRIVACY: 'strict' });
    const asked = strict.service.as('visitor', identityApi);
    await asked.register({ body: { name: 'Asha', email: EMAIL, password: PASSWORD } });
    const mailed = tokenIn((await strict.mails(EMAIL))[0]);
    const made = await asked.confirmRegistration({ body: { token: mailed, password: PASSWORD } });
    expect(await unconfirmed(strict.as(made.token))).toBeNull();
  });
});
