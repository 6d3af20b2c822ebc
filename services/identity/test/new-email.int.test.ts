/** What confirming a new address changes, and what merely opening its link does not. */
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { type Endpoint, identityApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { openWorld, PASSWORD, refusal, tokenIn, type World } from './world.ts';

const NEW = 'monsoon in malabar';
const INVALID = { code: 'validation-failed', status: 400, message: 'Invalid or expired token' };
const UNLINKED = 'Signing in with Google is switched off';

type Mine = Awaited<ReturnType<World['join']>>['mine'];

const signIn = async (world: World, email: string) => {
  const credential = await world.credential({ email });
  return world.visitor.googleSignIn({ body: { credential } });
};
const resetToken = async (world: World, email: string): Promise<string> => {
  await world.visitor.forgotPassword({ body: { email } });
  const mails = await world.mails(email);
  return tokenIn(mails.find(({ subject }) => subject === 'Set a new password'));
};
const reset = async (world: World, email: string, password = NEW): Promise<void> => {
  const token = await resetToken(world, email);
  await world.visitor.resetPassword({ body: { token, password } });
};
/** @returns the token of the link mailed to the new address */
const askFor = async (world: World, mine: Mine, newEmail: string, currentPassword = PASSWORD) => {
  await mine.updateProfile({ body: { newEmail, currentPassword } });
  return tokenIn((await world.mails(newEmail))[0]);
};
const subjects = async (world: World, to: string) => (await world.mails(to)).map(({ subject }) => subject);
const accounts = (world: World) => world.service.inside.store.connection.db?.collection('accounts');

describe('opening the link of a confirmation mail', () => {
  it.each(['GET', 'HEAD'])(
    'by %s changes nothing and leads to the page that confirms (IDN-33)',
    async (method) => {
      await using world = await openWorld();
      const { mine } = await world.join('asha@example.org');
      const token = await askFor(world, mine, 'new@example.org');
      const before = await world.dump();

      const answer = await fetch(`${world.service.url}/users/confirm-email?token=${token}`, {
        method,
        redirect: 'manual',
      });

      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `http://house.test/confirm-email?token=${token}`,
      ]);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await world.dump()).toBe(before);
      expect(await world.confirm(token)).toBe('confirmed');
    },
  );

  it('leads nowhere else, whatever stands in place of the token', async () => {
    await using world = await openWorld();
    const link = `${world.service.url}/users/confirm-email?token=${encodeURIComponent('&next=//evil.test')}`;

    const answer = await fetch(link, { redirect: 'manual' });

    expect(answer.headers.get('location')).toBe(
      'http://house.test/confirm-email?token=%26next%3D%2F%2Fevil.test',
    );
  });
});

it('no GET of identity changes what is stored, whoever asks', async () => {
  await using world = await openWorld();
  const { mine, token } = await world.join('asha@example.org');
  const admin = await world.admin();
  await askFor(world, mine, 'new@example.org');
  await world.visitor.forgotPassword({ body: { email: 'asha@example.org' } });
  await world.mails('asha@example.org');
  const reads = Object.values(identityApi as Record<string, Endpoint>).filter(
    ({ method }) => method === 'GET',
  );
  const before = await world.dump();

  for (const { path } of reads)
    for (const bearer of [undefined, token, admin.token]) {
      const url = `${world.service.url}${path.replaceAll(/:\w+/g, admin.userId)}?token=x&ids=${admin.userId}&q=a`;
      const headers = {
        'x-internal-secret': TEST_INTERNAL_SECRET,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      };
      expect((await fetch(url, { headers, redirect: 'manual' })).status).toBeLessThan(500);
    }

  expect(reads.length).toBeGreaterThanOrEqual(8);
  expect(await world.dump()).toBe(before);
});

describe('a confirmed address', () => {
  it('voids a reset link mailed to the address before', async () => {
    await using world = await openWorld();
    const { mine } = await world.join('old@example.org');
    const old = await resetToken(world, 'old@example.org');
    const token = await askFor(world, mine, 'new@example.org');

    expect(await world.confirm(token)).toBe('confirmed');

    expect(await refusal(world.visitor.resetPassword({ body: { token: old, password: NEW } }))).toEqual(
      INVALID,
    );
    await world.logIn('new@example.org', PASSWORD);
  });

  it('does not count as verified: Google of that address drops the password and the phone of who asked for it', async () => {
    await using world = await openWorld();
    const { mine, userId } = await world.join('squatter@example.org', { phone: '+91 98765 43210' });
    await reset(world, 'squatter@example.org', PASSWORD);
    const again = await world.logIn('squatter@example.org', PASSWORD);
    const squatter = world.as(again.token);
    expect((await refusal(mine.getProfile())).status).toBe(401);
    expect(await world.confirm(await askFor(world, squatter, 'asha@example.org'))).toBe('confirmed');

    const owner = await signIn(world, 'asha@example.org');

    expect(owner.user._id).toBe(userId);
    expect((await refusal(squatter.getProfile())).message).toBe('Invalid token');
    expect((await refusal(world.logIn('asha@example.org', PASSWORD))).status).toBe(401);
    expect(await world.as(owner.token).getProfile()).toMatchObject({ hasPassword: false, phone: null });
    const phone = { phone: '+919876543210', password: PASSWORD };
    expect((await refusal(world.visitor.login({ body: phone }))).status).toBe(401);
  });

  it('unlinks a Google account of another address and says so by mail', async () => {
    await using world = await openWorld();
    const stranger = await signIn(world, 'stranger@example.org');
    await reset(world, 'stranger@example.org', PASSWORD);
    const { token } = await world.logIn('stranger@example.org', PASSWORD);
    const link = await askFor(world, world.as(token), 'asha@example.org');

    expect(await world.confirm(link)).toBe('confirmed');

    expect(await world.as(token).getProfile()).toMatchObject({ email: 'asha@example.org', hasGoogle: false });
    expect(await subjects(world, 'asha@example.org')).toContain(UNLINKED);
    expect((await signIn(world, 'stranger@example.org')).user._id).not.toBe(stranger.user._id);
    await reset(world, 'asha@example.org');
    const owner = await signIn(world, 'asha@example.org');
    expect(owner.user._id).toBe(stranger.user._id);
    expect(await world.as(owner.token).getProfile()).toMatchObject({ hasPassword: true, hasGoogle: true });
  });

  it('keeps the Google account of that very address', async () => {
    await using world = await openWorld();
    await signIn(world, 'asha@example.org');
    await reset(world, 'asha@example.org', PASSWORD);

    const { token } = await world.logIn('asha@example.org', PASSWORD);

    expect(await world.as(token).getProfile()).toMatchObject({ hasGoogle: true });
    expect(await subjects(world, 'asha@example.org')).not.toContain(UNLINKED);
  });

  it('given by an admin unlinks Google in the same way', async () => {
    await using world = await openWorld();
    const { token, user } = await signIn(world, 'before@example.org');
    const { desk } = await world.admin();

    await desk.updateUser({ params: { id: user._id }, body: { name: 'Asha', email: 'after@example.org' } });

    expect(await world.as(token).getProfile()).toMatchObject({
      email: 'after@example.org',
      hasGoogle: false,
    });
    expect(await subjects(world, 'after@example.org')).toEqual([UNLINKED]);
    expect((await signIn(world, 'before@example.org')).user._id).not.toBe(user._id);
  });
});

describe('a Google link older than the rule', () => {
  /** The account as it was kept before: linked, and not said for which address. */
  const aged = async (world: World, userId: string, email?: string): Promise<void> => {
    await accounts(world)?.updateOne(
      { _id: userId as never },
      { $unset: { googleEmail: 1 }, ...(email ? { $set: { email } } : {}) },
    );
  };

  it('goes on when Google vouches for the address of the account', async () => {
    await using world = await openWorld();
    const { user } = await signIn(world, 'asha@example.org');
    await aged(world, user._id);

    const { token } = await signIn(world, 'asha@example.org');
    await reset(world, 'asha@example.org');

    expect((await signIn(world, 'asha@example.org')).user._id).toBe(user._id);
    expect((await refusal(world.as(token).getProfile())).status).toBe(401);
    expect(await subjects(world, 'asha@example.org')).not.toContain(UNLINKED);
  });

  it('opens nothing when the address of the account is another: unlinked, sessions end, a mail says so', async () => {
    await using world = await openWorld();
    const stranger = await signIn(world, 'stranger@example.org');
    await aged(world, stranger.user._id, 'asha@example.org');

    const next = await signIn(world, 'stranger@example.org');

    expect(next.user._id).not.toBe(stranger.user._id);
    expect((await refusal(world.as(stranger.token).getProfile())).message).toBe('Invalid token');
    expect(await subjects(world, 'asha@example.org')).toEqual([UNLINKED]);
  });

  it('gives way to the reset of the owner, and to the Google account of the owner', async () => {
    await using world = await openWorld();
    const first = await signIn(world, 'stranger1@example.org');
    const second = await signIn(world, 'stranger2@example.org');
    await aged(world, first.user._id, 'asha@example.org');
    await aged(world, second.user._id, 'leela@example.org');

    await reset(world, 'asha@example.org');
    const { token } = await world.logIn('asha@example.org', NEW);
    expect(await world.as(token).getProfile()).toMatchObject({ hasGoogle: false });
    expect(await subjects(world, 'asha@example.org')).toContain(UNLINKED);
    const leela = await signIn(world, 'leela@example.org');

    expect((await signIn(world, 'stranger1@example.org')).user._id).not.toBe(first.user._id);
    expect(leela.user._id).toBe(second.user._id);
    expect((await refusal(world.as(second.token).getProfile())).message).toBe('Invalid token');
    expect((await signIn(world, 'stranger2@example.org')).user._id).not.toBe(second.user._id);
  });
});
