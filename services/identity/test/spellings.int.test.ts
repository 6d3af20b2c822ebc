/** One mailbox, one spelling, one account; accounts from before the rule are still reached. */
import { freshSuffix, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, refusal, tokenIn, type World } from './world.ts';

const SPELLINGS = [
  'Asha@Example.ORG',
  'ａｓｈａ@example.org',
  'as\u00ADha@example.org',
  'asha\u200B@exam\u200Dple.org',
  'asha＠example。org',
];
const NEW = 'monsoon in malabar';
const accounts = (world: World) => {
  const found = world.service.inside.store.connection.db?.collection<{ _id: string }>('accounts');
  if (!found) throw new Error('there is no store');
  return found;
};
const respell = (world: World, userId: string, email: string) =>
  accounts(world).updateOne({ _id: userId }, { $set: { email } });

describe('one mailbox', () => {
  it.each(SPELLINGS)('is one account, one login and one budget of mails also as %j', async (spelling) => {
    await using world = await openWorld();
    const { userId } = await world.join('asha@example.org');

    expect((await refusal(world.join(spelling))).code).toBe('already-used');
    expect((await world.logIn(spelling, PASSWORD)).user._id).toBe(userId);
    for (const email of ['asha@example.org', spelling, spelling, spelling]) {
      await world.visitor.forgotPassword({ body: { email } });
      await world.mails('asha@example.org');
    }
    const mails = await world.mails('asha@example.org');
    expect(mails).toHaveLength(3);
    expect(mails[0]?.to).toEqual(['asha@example.org']);
  });

  it('is the same for a new address and the people desk', async () => {
    await using world = await openWorld();
    await world.join('asha@example.org');
    const leela = await world.join('leela@example.org');
    const { desk } = await world.admin();

    const body = { name: 'Leela', email: 'as\u00ADha@example.org' };
    expect((await refusal(desk.updateUser({ params: { id: leela.userId }, body }))).code).toBe(
      'already-used',
    );
    const profile = await leela.mine.updateProfile({
      body: { newEmail: 'ＬＥＥＬＡ２@bücher.example', currentPassword: PASSWORD },
    });
    expect(profile.pendingEmail).toBe('leela2@xn--bcher-kva.example');
  });
});

describe('accounts from before the rule', () => {
  it('are given the one spelling at the next start and found by every spelling', async () => {
    const DB_SUFFIX = freshSuffix();
    const before = await openWorld({ DB_SUFFIX });
    const { userId } = await before.join('asha@example.org');
    await respell(before, userId, 'as\u00ADha@ｅxample.org');
    await before[Symbol.asyncDispose]();

    await using world = await openWorld({ DB_SUFFIX });

    for (const spelling of ['asha@example.org', 'as\u00ADha@ｅxample.org', ...SPELLINGS])
      expect((await world.logIn(spelling, PASSWORD)).user._id).toBe(userId);
    await world.visitor.forgotPassword({ body: { email: 'asha@example.org' } });
    const token = tokenIn((await world.mails('asha@example.org'))[0]);
    await world.visitor.resetPassword({ body: { token, password: NEW } });
    expect((await world.logIn('asha@example.org', NEW)).user._id).toBe(userId);
  });

  it('that share a mailbox are both reached, by password and by a reset mail each, also after two starts', async () => {
    const DB_SUFFIX = freshSuffix();
    const before = await openWorld({ DB_SUFFIX });
    const first = await before.join('asha@example.org');
    const second = await before.join('second@example.org', { password: 'another word' });
    await respell(before, second.userId, 'ａsha@example.org');
    await before[Symbol.asyncDispose]();
    await (await openWorld({ DB_SUFFIX }))[Symbol.asyncDispose]();

    await using world = await openWorld({ DB_SUFFIX });

    expect((await world.logIn('asha@example.org', PASSWORD)).user._id).toBe(first.userId);
    expect((await world.logIn('asha@example.org', 'another word')).user._id).toBe(second.userId);
    expect((await refusal(world.logIn('asha@example.org', 'neither of both'))).status).toBe(401);
    await world.visitor.forgotPassword({ body: { email: 'asha@example.org' } });
    const mails = await world.mails('asha@example.org');
    expect(mails).toHaveLength(2);
    for (const [n, mail] of mails.entries())
      await world.visitor.resetPassword({ body: { token: tokenIn(mail), password: `${NEW} ${n}` } });
    const reached = await Promise.all([0, 1].map((n) => world.logIn('asha@example.org', `${NEW} ${n}`)));
    expect(new Set(reached.map(({ user }) => user._id))).toEqual(new Set([first.userId, second.userId]));
  });
});

describe('a name', () => {
  it.each(['Asha\r\nBcc: all@example.org', 'Asha\n', '\tAsha', 'A\u0000sha', 'A\u0085sha', 'A\u2028sha'])(
    'as %j is refused at registration, in the profile and by the people desk',
    async (name) => {
      await using world = await openWorld();
      const { mine, userId } = await world.join('asha@example.org');
      const { desk } = await world.admin();

      const answers = [
        await refusal(world.join('other@example.org', { name })),
        await refusal(mine.updateProfile({ body: { name } })),
        await refusal(desk.updateUser({ params: { id: userId }, body: { name, email: 'asha@example.org' } })),
      ];

      for (const answer of answers)
        expect(answer).toEqual({
          code: 'validation-failed',
          status: 400,
          message: "A name can't contain line breaks or control characters.",
        });
      expect(await mine.getProfile()).toMatchObject({ name: 'Asha' });
    },
  );

  it('from Google loses them', async () => {
    await using world = await openWorld();
    const credential = await world.credential({ email: 'asha@example.org', name: 'Asha\r\nRao' });

    expect((await world.visitor.googleSignIn({ body: { credential } })).user.name).toBe('Asha Rao');
  });
});

describe('asking for a reset with a phone number', () => {
  it.each([{ phone: '+91 98765 43210' }, { email: '98765-43210' }, { phone: '9000000000' }])(
    'gets the neutral answer, known or not: %j (IDN-43)',
    async (body) => {
      await using world = await openWorld();
      await world.visitor.register({ body: { name: 'Asha', phone: '+91 98765 43210', password: PASSWORD } });
      const ask = (wish: object) =>
        refusal(world.visitor.forgotPassword({ body: wish as { email: string } }));
      const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };

      const [known, neutral] = await Promise.all([
        world.visitor.forgotPassword({ body }, { headers }),
        world.visitor.forgotPassword({ body: { email: 'nobody@example.org' } }, { headers }),
      ]);

      expect(known).toEqual(neutral);
      for (const wrong of [{}, { email: '' }, { email: 'no address' }, { phone: '12' }])
        expect(await ask(wrong)).toMatchObject({
          status: 400,
          message: 'Please enter a valid email address.',
        });
    },
  );
});
