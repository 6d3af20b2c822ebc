/** Which accounts whose address was never proved are erased, and which are not (decision 0053). */
import { erasingServices } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { EMAIL, isErased, openScene, secondQuestion, untilClosed } from './unproved-scene.ts';
import { CONFIRM, PASSWORD, refusal, tokenIn } from './world.ts';

const DAY_MS = 86_400_000;
const REMINDER = 'Your email address is not confirmed yet';

describe('an account whose address was never proved and that owns nothing', () => {
  it('is reminded once and erased after 14 days, with the one record and event of every erasure', async () => {
    await using scene = await openScene();
    const { world } = scene;
    const { userId, token } = await world.join(EMAIL);

    await scene.pass(10.5);
    expect(await world.mails(EMAIL)).toEqual([]);
    await scene.pass(1);
    expect((await world.mails(EMAIL)).map(({ subject }) => subject)).toEqual([REMINDER]);
    await scene.pass(2);
    expect(scene.services.asked).toEqual([]);
    await scene.pass(0.5);
    expect((await refusal(world.as(token).getProfile())).message).toBe('Invalid token');
    expect(await isErased(scene, userId)).toBe(false);
    await secondQuestion(scene);

    const record = await scene.kept(userId);
    expect(record?.erasure).toBeDefined();
    expect(JSON.stringify(record)).not.toMatch(/asha/i);
    const said = (await world.service.announced()).filter(({ type }) => type.includes('user-deleted'));
    expect(said.map(({ data }) => data)).toEqual([{ userId }]);
    expect(await world.mails(EMAIL)).toHaveLength(1);
    expect(scene.services.asked.map(({ tokenVersion }) => tokenVersion)).toEqual([
      ...erasingServices.map(() => 0),
      ...erasingServices.map(() => 1),
    ]);
    expect((await world.join(EMAIL)).userId).not.toBe(userId);
  });

  it('is kept when the link is confirmed, at the last moment too, or the password reset by mail', async () => {
    await using scene = await openScene();
    const { world } = scene;
    const early = await world.join('early@example.org');
    const reset = await world.join('reset@example.org');
    const late = await world.join('late@example.org');
    const link = async (to: string) =>
      tokenIn((await world.mails(to, 'all')).find(({ subject }) => subject === CONFIRM));
    await world.confirm(await link('early@example.org'));
    await untilClosed(scene, late.userId);
    await world.confirm(tokenIn((await world.mails('late@example.org'))[0]));
    await world.visitor.forgotPassword({ body: { email: 'reset@example.org' } });
    const token = tokenIn((await world.mails('reset@example.org'))[0]);
    await world.visitor.resetPassword({ body: { token, password: 'monsoon in malabar' } });

    await secondQuestion(scene);
    await scene.pass(40);

    for (const { userId } of [early, late, reset]) expect(await isErased(scene, userId)).toBe(false);
    expect(scene.services.asked.filter(({ userId }) => userId === early.userId)).toEqual([]);
  });

  it('is kept while the rule is off, when no mail could be sent, and when a service has no address', async () => {
    for (const env of [{ UNPROVED_ACCOUNT_DAYS: '0' }, { SMTP_URL: '' }, { LIBRARY_URL: '' }]) {
      await using scene = await openScene(env);
      const { userId } = await scene.world.join(EMAIL);

      await scene.pass(20);
      await secondQuestion(scene);

      expect((await scene.kept(userId))?.email).toBe(EMAIL);
    }
  });

  it('is kept when the rule was switched off after the account was made', async () => {
    await using scene = await openScene({ UNPROVED_ACCOUNT_DAYS: '0' });
    const { userId } = await scene.world.join(EMAIL);
    const past = new Date(Date.now() - DAY_MS);
    await scene
      .accounts()
      ?.updateOne(
        { _id: userId },
        { $set: { 'unproved.dueAt': past, 'unproved.lookAt': past, 'unproved.remindedAt': new Date(0) } },
      );

    await scene.pass(1);
    await secondQuestion(scene);

    expect(scene.services.asked).toEqual([]);
    expect(await isErased(scene, userId)).toBe(false);
  });

  it('is kept when it is older than this rule, an admin, of a telephone alone, or of Google', async () => {
    await using scene = await openScene();
    const { world } = scene;
    const { desk } = await world.admin();
    const old = await world.join('old@example.org');
    await scene.accounts()?.updateOne({ _id: old.userId }, { $unset: { unproved: 1 } });
    const admin = await world.join('admin@example.org');
    await desk.updateUser({
      params: { id: admin.userId },
      body: { name: 'A', email: 'admin@example.org', role: 'ADMIN' },
    });
    const phone = await world.visitor.register({
      body: { name: 'P', phone: '+91 98765 43210', password: PASSWORD },
    });
    const credential = await world.credential({ email: 'google@example.org' });
    const google = await world.visitor.googleSignIn({ body: { credential } });

    await scene.pass(20);

    for (const id of [old.userId, admin.userId, phone.user._id, google.user._id])
      expect(await isErased(scene, id)).toBe(false);
    expect(scene.services.asked).toEqual([]);
  });

  it('is kept when it became an admin after the first question', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    const { desk } = await scene.world.admin();
    await untilClosed(scene, userId);
    await desk.updateUser({ params: { id: userId }, body: { name: 'A', email: EMAIL, role: 'ADMIN' } });

    await secondQuestion(scene);
    await scene.pass(3);

    expect(await isErased(scene, userId)).toBe(false);
  });
});

describe('what services answer', () => {
  it.each(erasingServices)(
    'one that holds something keeps the account, and is left in peace for weeks: %s',
    async (name) => {
      await using scene = await openScene();
      scene.services.answers[name] = 'owns';
      const { userId, token } = await scene.world.join(EMAIL);

      await scene.pass(20);

      expect(await isErased(scene, userId)).toBe(false);
      expect(scene.services.asked).toHaveLength(erasingServices.length);
      expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
    },
  );

  it.each(['silent', 'broken', 'nonsense'] as const)(
    'a %s one keeps the account, and is asked again later',
    async (answer) => {
      await using scene = await openScene();
      scene.services.answers.payments = answer;
      const { userId, token } = await scene.world.join(EMAIL);
      await scene.pass(15);

      expect(await isErased(scene, userId)).toBe(false);
      expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
      const rounds = scene.services.asked.length;
      expect(rounds).toBeLessThan(6 * erasingServices.length);

      scene.services.answers.payments = 'nothing';
      await scene.pass(1);
      await secondQuestion(scene);
      expect(await isErased(scene, userId)).toBe(true);
    },
  );

  it('a silent one at the second question keeps the account closed until it answers', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    scene.services.answers.library = 'broken';
    await secondQuestion(scene);
    expect(await isErased(scene, userId)).toBe(false);

    scene.services.answers.library = 'nothing';
    await scene.pass(0.5);

    expect(await isErased(scene, userId)).toBe(true);
  });
});
