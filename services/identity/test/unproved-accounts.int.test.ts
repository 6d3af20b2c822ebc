/** Which unproved accounts are erased, and which are kept (decision 0053). */
import { erasingServices } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { NEXT_CHECK_AT } from '../src/accounts/accounts.rules.ts';
import { CONFIRM_SUBJECT, DAY_MS, EMAIL, NEW_PASSWORD, outcomeOf, PASSWORD, tokenIn } from './fixture.ts';
import { advanceToClosing, openUnprovedFixture, runSecondQuery } from './unproved-fixture.ts';

const REMINDER = 'Your email address is not confirmed yet';

describe('an unproved account that owns nothing', () => {
  it('is reminded once and erased after 14 days, with the record and event of an erasure', async () => {
    await using fixture = await openUnprovedFixture();
    const { userId, token } = await fixture.identity.register(EMAIL);

    await fixture.advanceDays(10.5);
    expect(await fixture.identity.mails(EMAIL)).toEqual([]);
    await fixture.advanceDays(1);
    expect((await fixture.identity.mails(EMAIL)).map(({ subject }) => subject)).toEqual([REMINDER]);
    await fixture.advanceDays(2);
    expect(fixture.services.queries).toEqual([]);
    await fixture.advanceDays(0.5);
    expect((await outcomeOf(fixture.identity.as(token).getProfile())).message).toBe('Invalid token');
    expect(await fixture.isErased(userId)).toBe(false);
    await runSecondQuery(fixture);

    const record = await fixture.stored(userId);
    expect(record?.erasure).toBeDefined();
    expect(JSON.stringify(record)).not.toMatch(/asha/i);
    const published = (await fixture.identity.service.publishedEvents()).filter(({ type }) =>
      type.includes('user-deleted'),
    );
    expect(published.map(({ data }) => data)).toEqual([{ userId }]);
    expect(await fixture.identity.mails(EMAIL)).toHaveLength(1);
    expect(fixture.services.queries.map(({ tokenVersion }) => tokenVersion)).toEqual([
      ...erasingServices.map(() => 0),
      ...erasingServices.map(() => 1),
    ]);
    expect((await fixture.identity.register(EMAIL)).userId).not.toBe(userId);
  });

  it('is kept when its link is confirmed, even after closing, or its password is reset by mail', async () => {
    await using fixture = await openUnprovedFixture();
    const early = await fixture.identity.register('early@example.org');
    const reset = await fixture.identity.register('reset@example.org');
    const late = await fixture.identity.register('late@example.org');
    const link = async (to: string) =>
      tokenIn((await fixture.identity.mails(to, 'all')).find(({ subject }) => subject === CONFIRM_SUBJECT));
    await fixture.identity.confirmEmail(await link('early@example.org'));
    await advanceToClosing(fixture, late.userId);
    await fixture.identity.confirmEmail(tokenIn((await fixture.identity.mails('late@example.org'))[0]));
    await fixture.identity.resetPassword('reset@example.org', NEW_PASSWORD);

    await runSecondQuery(fixture);
    await fixture.advanceDays(40);

    for (const { userId } of [early, late, reset]) expect(await fixture.isErased(userId)).toBe(false);
    expect(fixture.services.queries.filter(({ userId }) => userId === early.userId)).toEqual([]);
  });

  it('is kept while the rule is off, without a mail server, and when a service has no address', async () => {
    for (const env of [{ UNPROVED_ACCOUNT_DAYS: '0' }, { SMTP_URL: '' }, { LIBRARY_URL: '' }]) {
      await using fixture = await openUnprovedFixture(env);
      const { userId } = await fixture.identity.register(EMAIL);

      await fixture.advanceDays(20);
      await runSecondQuery(fixture);

      expect((await fixture.stored(userId))?.email).toBe(EMAIL);
    }
  });

  it('is kept when the rule was switched off after registration', async () => {
    await using fixture = await openUnprovedFixture({ UNPROVED_ACCOUNT_DAYS: '0' });
    const { userId } = await fixture.identity.register(EMAIL);
    const past = new Date(Date.now() - DAY_MS);
    await fixture.accounts.updateOne(
      { _id: userId },
      {
        $set: {
          'unproved.dueAt': past,
          [`unproved.${NEXT_CHECK_AT}`]: past,
          'unproved.remindedAt': new Date(0),
        },
      },
    );

    await fixture.advanceDays(1);
    await runSecondQuery(fixture);

    expect(fixture.services.queries).toEqual([]);
    expect(await fixture.isErased(userId)).toBe(false);
  });

  it('is kept when it is older than the rule, an admin, or has only a phone or Google', async () => {
    await using fixture = await openUnprovedFixture();
    const { client: admin } = await fixture.identity.admin();
    const old = await fixture.identity.register('old@example.org');
    await fixture.accounts.updateOne({ _id: old.userId }, { $unset: { unproved: 1 } });
    const promoted = await fixture.identity.register('admin@example.org');
    await admin.updateUser({
      params: { id: promoted.userId },
      body: { name: 'A', email: 'admin@example.org', role: 'ADMIN' },
    });
    const phone = await fixture.identity.visitor.register({
      body: { name: 'P', phone: '+91 98765 43210', password: PASSWORD },
    });
    const google = await fixture.identity.signInWithGoogle('google@example.org');

    await fixture.advanceDays(20);

    for (const id of [old.userId, promoted.userId, phone.user._id, google.user._id])
      expect(await fixture.isErased(id)).toBe(false);
    expect(fixture.services.queries).toEqual([]);
  });

  it('is kept when it becomes an admin after the first query', async () => {
    await using fixture = await openUnprovedFixture();
    const { userId } = await fixture.identity.register(EMAIL);
    const { client: admin } = await fixture.identity.admin();
    await advanceToClosing(fixture, userId);
    await admin.updateUser({ params: { id: userId }, body: { name: 'A', email: EMAIL, role: 'ADMIN' } });

    await runSecondQuery(fixture);
    await fixture.advanceDays(3);

    expect(await fixture.isErased(userId)).toBe(false);
  });
});

describe('a service', () => {
  it.each(erasingServices)(
    '%s that holds something keeps the account, and is not queried again for weeks',
    async (name) => {
      await using fixture = await openUnprovedFixture();
      fixture.services.holdings[name] = 'owns';
      const { userId, token } = await fixture.identity.register(EMAIL);

      await fixture.advanceDays(20);

      expect(await fixture.isErased(userId)).toBe(false);
      expect(fixture.services.queries).toHaveLength(erasingServices.length);
      expect((await fixture.identity.as(token).getProfile()).email).toBe(EMAIL);
    },
  );

  it.each(['no-response', 'error', 'invalid-response'] as const)(
    'with %s keeps the account, and is queried again later',
    async (holding) => {
      await using fixture = await openUnprovedFixture();
      fixture.services.holdings.payments = holding;
      const { userId, token } = await fixture.identity.register(EMAIL);
      await fixture.advanceDays(15);

      expect(await fixture.isErased(userId)).toBe(false);
      expect((await fixture.identity.as(token).getProfile()).email).toBe(EMAIL);
      const rounds = fixture.services.queries.length;
      expect(rounds).toBeLessThan(6 * erasingServices.length);

      fixture.services.holdings.payments = 'nothing';
      await fixture.advanceDays(1);
      await runSecondQuery(fixture);
      expect(await fixture.isErased(userId)).toBe(true);
    },
  );

  it('that fails at the second query keeps the account closed until it responds', async () => {
    await using fixture = await openUnprovedFixture();
    const { userId } = await fixture.identity.register(EMAIL);
    await advanceToClosing(fixture, userId);
    fixture.services.holdings.library = 'error';
    await runSecondQuery(fixture);
    expect(await fixture.isErased(userId)).toBe(false);

    fixture.services.holdings.library = 'nothing';
    await fixture.advanceDays(0.5);

    expect(await fixture.isErased(userId)).toBe(true);
  });
});
