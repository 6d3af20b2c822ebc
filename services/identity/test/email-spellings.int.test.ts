/** One mailbox has one spelling and one account; older accounts stay reachable. */
import { freshSuffix, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { EMAIL, type Fixture, NEW_PASSWORD, openFixture, outcomeOf, PASSWORD, tokenIn } from './fixture.ts';

const SPELLINGS = [
  'Asha@Example.ORG',
  'ａｓｈａ@example.org',
  'as\u00ADha@example.org',
  'asha\u200B@exam\u200Dple.org',
  'asha＠example。org',
];
const setStoredEmail = (fixture: Fixture, userId: string, email: string) =>
  fixture.storedAccounts().updateOne({ _id: userId }, { $set: { email } });

describe('one mailbox', () => {
  it.each(SPELLINGS)('is one account with one login and one mail budget, also as %j', async (spelling) => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL);

    expect((await outcomeOf(fixture.register(spelling))).code).toBe('already-used');
    expect((await fixture.logIn(spelling, PASSWORD)).user._id).toBe(userId);
    for (const email of [EMAIL, spelling, spelling, spelling]) {
      await fixture.visitor.forgotPassword({ body: { email } });
      await fixture.mails(EMAIL);
    }
    const mails = await fixture.mails(EMAIL);
    expect(mails).toHaveLength(3);
    expect(mails[0]?.to).toEqual([EMAIL]);
  });

  it('is normalised in email changes and user administration', async () => {
    await using fixture = await openFixture();
    await fixture.register(EMAIL);
    const leela = await fixture.register('leela@example.org');
    const { client: admin } = await fixture.admin();

    const body = { name: 'Leela', email: 'as\u00ADha@example.org' };
    expect((await outcomeOf(admin.updateUser({ params: { id: leela.userId }, body }))).code).toBe(
      'already-used',
    );
    const profile = await leela.client.updateProfile({
      body: { newEmail: 'ＬＥＥＬＡ２@bücher.example', currentPassword: PASSWORD },
    });
    expect(profile.pendingEmail).toBe('leela2@xn--bcher-kva.example');
  });
});

describe('accounts older than the rule', () => {
  it('are migrated at the next start and found by every spelling', async () => {
    const DB_SUFFIX = freshSuffix();
    const before = await openFixture({ DB_SUFFIX });
    const { userId } = await before.register(EMAIL);
    await setStoredEmail(before, userId, 'as\u00ADha@ｅxample.org');
    await before[Symbol.asyncDispose]();

    await using fixture = await openFixture({ DB_SUFFIX });

    for (const spelling of [EMAIL, 'as\u00ADha@ｅxample.org', ...SPELLINGS])
      expect((await fixture.logIn(spelling, PASSWORD)).user._id).toBe(userId);
    await fixture.resetPassword(EMAIL, NEW_PASSWORD);
    expect((await fixture.logIn(EMAIL, NEW_PASSWORD)).user._id).toBe(userId);
  });

  it('that share a mailbox stay reachable by password and by reset mail, also after two starts', async () => {
    const DB_SUFFIX = freshSuffix();
    const before = await openFixture({ DB_SUFFIX });
    const first = await before.register(EMAIL);
    const second = await before.register('second@example.org', { password: 'another word' });
    await setStoredEmail(before, second.userId, 'ａsha@example.org');
    await before[Symbol.asyncDispose]();
    await (await openFixture({ DB_SUFFIX }))[Symbol.asyncDispose]();

    await using fixture = await openFixture({ DB_SUFFIX });

    expect((await fixture.logIn(EMAIL, PASSWORD)).user._id).toBe(first.userId);
    expect((await fixture.logIn(EMAIL, 'another word')).user._id).toBe(second.userId);
    expect((await outcomeOf(fixture.logIn(EMAIL, 'neither of both'))).status).toBe(401);
    await fixture.visitor.forgotPassword({ body: { email: EMAIL } });
    const mails = await fixture.mails(EMAIL);
    expect(mails).toHaveLength(2);
    for (const [n, mail] of mails.entries())
      await fixture.visitor.resetPassword({
        body: { token: tokenIn(mail), password: `${NEW_PASSWORD} ${n}` },
      });
    const reached = await Promise.all([0, 1].map((n) => fixture.logIn(EMAIL, `${NEW_PASSWORD} ${n}`)));
    expect(new Set(reached.map(({ user }) => user._id))).toEqual(new Set([first.userId, second.userId]));
  });
});

describe('a name', () => {
  it.each(['Asha\r\nBcc: all@example.org', 'Asha\n', '\tAsha', 'A\u0000sha', 'A\u0085sha', 'A\u2028sha'])(
    'as %j is refused at registration, in the profile and in user administration',
    async (name) => {
      await using fixture = await openFixture();
      const { client, userId } = await fixture.register(EMAIL);
      const { client: admin } = await fixture.admin();

      const outcomes = [
        await outcomeOf(fixture.register('other@example.org', { name })),
        await outcomeOf(client.updateProfile({ body: { name } })),
        await outcomeOf(admin.updateUser({ params: { id: userId }, body: { name, email: EMAIL } })),
      ];

      for (const response of outcomes)
        expect(response).toEqual({
          code: 'validation-failed',
          status: 400,
          message: "A name can't contain line breaks or control characters.",
        });
      expect(await client.getProfile()).toMatchObject({ name: 'Asha' });
    },
  );

  it('from Google is stripped of them', async () => {
    await using fixture = await openFixture();
    const credential = await fixture.credential({ email: EMAIL, name: 'Asha\r\nRao' });

    expect((await fixture.visitor.googleSignIn({ body: { credential } })).user.name).toBe('Asha Rao');
  });
});

describe('a reset request with a phone number', () => {
  it.each([{ phone: '+91 98765 43210' }, { email: '98765-43210' }, { phone: '9000000000' }])(
    'gets the neutral response, known or not: %j (IDN-43)',
    async (body) => {
      await using fixture = await openFixture();
      await fixture.visitor.register({
        body: { name: 'Asha', phone: '+91 98765 43210', password: PASSWORD },
      });
      const request = (body: object) =>
        outcomeOf(fixture.visitor.forgotPassword({ body: body as { email: string } }));
      const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };

      const [known, neutral] = await Promise.all([
        fixture.visitor.forgotPassword({ body }, { headers }),
        fixture.visitor.forgotPassword({ body: { email: 'nobody@example.org' } }, { headers }),
      ]);

      expect(known).toEqual(neutral);
      for (const wrong of [{}, { email: '' }, { email: 'no address' }, { phone: '12' }])
        expect(await request(wrong)).toMatchObject({
          status: 400,
          message: 'Please enter a valid email address.',
        });
    },
  );
});
