/** A change of email: what its confirmation changes, and that opening the link changes nothing. */
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { type Endpoint, identityApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import {
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

const UNLINKED = 'Signing in with Google is switched off';

/** @returns the token of the link mailed to the new address */
const requestChange = async (
  fixture: Fixture,
  client: IdentityClient,
  newEmail: string,
  currentPassword = PASSWORD,
) => {
  await client.updateProfile({ body: { newEmail, currentPassword } });
  return tokenIn((await fixture.mails(newEmail))[0]);
};
const subjects = async (fixture: Fixture, to: string) =>
  (await fixture.mails(to)).map(({ subject }) => subject);

describe('opening the link of a confirmation mail', () => {
  it.each(['GET', 'HEAD'])(
    'by %s changes nothing and redirects to the page that confirms (IDN-33)',
    async (method) => {
      await using fixture = await openFixture();
      const { client } = await fixture.register(EMAIL);
      const token = await requestChange(fixture, client, 'new@example.org');
      const before = await fixture.dumpStore();

      const response = await fetch(`${fixture.service.url}/users/confirm-email?token=${token}`, {
        method,
        redirect: 'manual',
      });

      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `http://house.test/confirm-email?token=${token}`,
      ]);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await fixture.dumpStore()).toBe(before);
      expect(await fixture.confirmEmail(token)).toBe('confirmed');
    },
  );

  it('redirects to no other page, whatever the token contains', async () => {
    await using fixture = await openFixture();
    const link = `${fixture.service.url}/users/confirm-email?token=${encodeURIComponent('&next=//evil.test')}`;

    const response = await fetch(link, { redirect: 'manual' });

    expect(response.headers.get('location')).toBe(
      'http://house.test/confirm-email?token=%26next%3D%2F%2Fevil.test',
    );
  });
});

it('no GET endpoint of identity writes to the store, for any caller, but the record that an export was taken', async () => {
  await using fixture = await openFixture();
  const { client, token } = await fixture.register(EMAIL);
  const admin = await fixture.admin();
  await requestChange(fixture, client, 'new@example.org');
  await fixture.visitor.forgotPassword({ body: { email: EMAIL } });
  await fixture.mails(EMAIL);
  const getEndpoints = Object.values(identityApi as Record<string, Endpoint>).filter(
    ({ method, audited }) => method === 'GET' && audited !== true,
  );
  const before = await fixture.dumpStore();

  for (const { path } of getEndpoints)
    for (const bearer of [undefined, token, admin.token]) {
      const url = `${fixture.service.url}${path.replaceAll(/:\w+/g, admin.userId)}?token=x&ids=${admin.userId}&q=a`;
      const headers = {
        'x-internal-secret': TEST_INTERNAL_SECRET,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      };
      expect((await fetch(url, { headers, redirect: 'manual' })).status).toBeLessThan(500);
    }

  expect(getEndpoints.length).toBeGreaterThanOrEqual(8);
  expect(await fixture.dumpStore()).toBe(before);
});

describe('a confirmed email', () => {
  it('voids a reset link mailed to the previous email', async () => {
    await using fixture = await openFixture();
    const { client } = await fixture.register('old@example.org');
    const old = await fixture.resetToken('old@example.org');
    const token = await requestChange(fixture, client, 'new@example.org');

    expect(await fixture.confirmEmail(token)).toBe('confirmed');

    expect(
      await outcomeOf(fixture.visitor.resetPassword({ body: { token: old, password: NEW_PASSWORD } })),
    ).toEqual(INVALID_MAILED_TOKEN);
    await fixture.logIn('new@example.org', PASSWORD);
  });

  it('does not count as verified: a Google sign-in with it removes the earlier password and phone', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register('squatter@example.org', { phone: '+91 98765 43210' });
    await fixture.resetPassword('squatter@example.org', PASSWORD);
    const again = await fixture.logIn('squatter@example.org', PASSWORD);
    const squatter = fixture.as(again.token);
    expect((await outcomeOf(client.getProfile())).status).toBe(401);
    expect(await fixture.confirmEmail(await requestChange(fixture, squatter, EMAIL))).toBe('confirmed');

    const owner = await fixture.signInWithGoogle(EMAIL);

    expect(owner.user._id).toBe(userId);
    expect((await outcomeOf(squatter.getProfile())).message).toBe('Invalid token');
    expect((await outcomeOf(fixture.logIn(EMAIL, PASSWORD))).status).toBe(401);
    expect(await fixture.as(owner.token).getProfile()).toMatchObject({ hasPassword: false, phone: null });
    const phone = { phone: '+919876543210', password: PASSWORD };
    expect((await outcomeOf(fixture.visitor.login({ body: phone }))).status).toBe(401);
  });

  it('unlinks a Google account of another email and sends a notice', async () => {
    await using fixture = await openFixture();
    const stranger = await fixture.signInWithGoogle('stranger@example.org');
    await fixture.resetPassword('stranger@example.org', PASSWORD);
    const { token } = await fixture.logIn('stranger@example.org', PASSWORD);
    const link = await requestChange(fixture, fixture.as(token), EMAIL);

    expect(await fixture.confirmEmail(link)).toBe('confirmed');

    expect(await fixture.as(token).getProfile()).toMatchObject({ email: EMAIL, hasGoogle: false });
    expect(await subjects(fixture, EMAIL)).toContain(UNLINKED);
    expect((await fixture.signInWithGoogle('stranger@example.org')).user._id).not.toBe(stranger.user._id);
    await fixture.resetPassword(EMAIL, NEW_PASSWORD);
    const owner = await fixture.signInWithGoogle(EMAIL);
    expect(owner.user._id).toBe(stranger.user._id);
    expect(await fixture.as(owner.token).getProfile()).toMatchObject({ hasPassword: true, hasGoogle: true });
  });

  it('keeps a Google account of the same email', async () => {
    await using fixture = await openFixture();
    await fixture.signInWithGoogle(EMAIL);
    await fixture.resetPassword(EMAIL, PASSWORD);

    const { token } = await fixture.logIn(EMAIL, PASSWORD);

    expect(await fixture.as(token).getProfile()).toMatchObject({ hasGoogle: true });
    expect(await subjects(fixture, EMAIL)).not.toContain(UNLINKED);
  });

  it('set by an admin unlinks Google in the same way', async () => {
    await using fixture = await openFixture();
    const { token, user } = await fixture.signInWithGoogle('before@example.org');
    const { client: admin } = await fixture.admin();

    await admin.updateUser({ params: { id: user._id }, body: { name: 'Asha', email: 'after@example.org' } });

    expect(await fixture.as(token).getProfile()).toMatchObject({
      email: 'after@example.org',
      hasGoogle: false,
    });
    expect(await subjects(fixture, 'after@example.org')).toEqual([UNLINKED]);
    expect((await fixture.signInWithGoogle('before@example.org')).user._id).not.toBe(user._id);
  });
});

describe('a Google link without a stored email', () => {
  /** Rewrites the account to the older format: linked, without `googleEmail`. */
  const toOlderFormat = async (fixture: Fixture, userId: string, email?: string): Promise<void> => {
    await fixture
      .storedAccounts()
      .updateOne({ _id: userId }, { $unset: { googleEmail: 1 }, ...(email ? { $set: { email } } : {}) });
  };

  it('is kept when Google has verified the email of the account', async () => {
    await using fixture = await openFixture();
    const { user } = await fixture.signInWithGoogle(EMAIL);
    await toOlderFormat(fixture, user._id);

    const { token } = await fixture.signInWithGoogle(EMAIL);
    await fixture.resetPassword(EMAIL, NEW_PASSWORD);

    expect((await fixture.signInWithGoogle(EMAIL)).user._id).toBe(user._id);
    expect((await outcomeOf(fixture.as(token).getProfile())).status).toBe(401);
    expect(await subjects(fixture, EMAIL)).not.toContain(UNLINKED);
  });

  it('is removed when the account has another email: sessions end, and a notice is sent', async () => {
    await using fixture = await openFixture();
    const stranger = await fixture.signInWithGoogle('stranger@example.org');
    await toOlderFormat(fixture, stranger.user._id, EMAIL);

    const next = await fixture.signInWithGoogle('stranger@example.org');

    expect(next.user._id).not.toBe(stranger.user._id);
    expect((await outcomeOf(fixture.as(stranger.token).getProfile())).message).toBe('Invalid token');
    expect(await subjects(fixture, EMAIL)).toEqual([UNLINKED]);
  });

  it('is removed by a reset or a Google sign-in of the owner', async () => {
    await using fixture = await openFixture();
    const first = await fixture.signInWithGoogle('stranger1@example.org');
    const second = await fixture.signInWithGoogle('stranger2@example.org');
    await toOlderFormat(fixture, first.user._id, EMAIL);
    await toOlderFormat(fixture, second.user._id, 'leela@example.org');

    await fixture.resetPassword(EMAIL, NEW_PASSWORD);
    const { token } = await fixture.logIn(EMAIL, NEW_PASSWORD);
    expect(await fixture.as(token).getProfile()).toMatchObject({ hasGoogle: false });
    expect(await subjects(fixture, EMAIL)).toContain(UNLINKED);
    const leela = await fixture.signInWithGoogle('leela@example.org');

    expect((await fixture.signInWithGoogle('stranger1@example.org')).user._id).not.toBe(first.user._id);
    expect(leela.user._id).toBe(second.user._id);
    expect((await outcomeOf(fixture.as(second.token).getProfile())).message).toBe('Invalid token');
    expect((await fixture.signInWithGoogle('stranger2@example.org')).user._id).not.toBe(second.user._id);
  });
});

it('an address whose link expired is not stored any more, and one whose link is valid is', async () => {
  await using fixture = await openFixture();
  const [{ client: late }, { client }] = [
    await fixture.register(EMAIL),
    await fixture.register('other@example.org'),
  ];
  await requestChange(fixture, late, 'late@example.org');
  fixture.service.clock.advance(23 * 3_600_000);
  const token = await requestChange(fixture, client, 'new@example.org');
  fixture.service.clock.advance(2 * 3_600_000);

  await fixture.service.runJob('drop-expired-emails');

  expect(await fixture.dumpStore()).not.toContain('late@example.org');
  expect(await late.getProfile()).toMatchObject({ email: EMAIL, pendingEmail: null });
  expect(await fixture.confirmEmail(token)).toBe('confirmed');
});
