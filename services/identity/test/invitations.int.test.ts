/** Invitations of admins by mail: who may accept them, once, and what ends them. */
import { invitationTexts } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  DAY_MS,
  EMAIL,
  type Fixture,
  NEW_PASSWORD,
  openFixture,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from './fixture.ts';

const INVITED = 'meera@example.org';
const newcomer = { password: NEW_PASSWORD, name: 'Meera' };

const tokenOf = async (fixture: Fixture, email = INVITED): Promise<string> => {
  const mail = (await fixture.mails(email)).find(({ subject }) => subject === 'An invitation');
  return /\/admin\/invitation#([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? 'no token';
};
const invite = async (fixture: Fixture, email = INVITED) => {
  const { client: admin, userId } = await fixture.admin();
  const row = await admin.inviteAdmin({ body: { email } });
  return { admin, adminId: userId, row, token: await tokenOf(fixture, email) };
};
const accept = (fixture: Fixture, token: string, more: { password: string; name?: string } = newcomer) =>
  fixture.visitor.acceptInvitation({ body: { token, ...more } });
/** The line of the audit log about an accepted invitation (P80). */
const acceptanceOf = (userId: string, inviter: string) => ({
  call: 'identity.acceptInvitation',
  by: userId,
  target: `${userId}/${inviter}`,
  outcome: 'done',
});
const acceptances = async (fixture: Fixture) =>
  (await fixture.service.auditEvents())
    .map(({ data }) => data as { call: string })
    .filter(({ call }) => call === 'identity.acceptInvitation');
const sentence = async (call: Promise<unknown>): Promise<string> => (await outcomeOf(call)).message;

describe('an invitation', () => {
  it('is mailed neutrally to a new mailbox, whose owner becomes an admin with a password of their own', async () => {
    await using fixture = await openFixture();
    const { admin, adminId, row } = await invite(fixture, ' Meera@Example.org ');
    const token = await tokenOf(fixture);
    expect(row).toMatchObject({ email: INVITED, isExpired: false });
    const [mail] = await fixture.mails(INVITED);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/satrangi|queer|admin\b(?!\/)|owner/i);
    expect(await fixture.dumpStore()).not.toContain(token);
    expect((await admin.listUsers({ query: { role: 'ADMIN' } })).total).toBe(1);

    expect(await fixture.visitor.readInvitation({ body: { token } })).toEqual({
      email: INVITED,
      step: 'new-account',
    });
    const session = await accept(fixture, token);

    expect(session.user).toMatchObject({ name: 'Meera', role: 'ADMIN' });
    expect((await fixture.as(session.token).listInvitations()).items).toEqual([]);
    await fixture.logIn(INVITED, NEW_PASSWORD);
    const acts = (await fixture.service.auditEvents()).map(({ data }) => data);
    expect(acts).toMatchObject([
      { call: 'identity.inviteAdmin', outcome: 'done', target: null },
      acceptanceOf(session.user._id, adminId),
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/meera|example/i);
  });

  it('makes an existing account an admin only with its own password, and ends its sessions', async () => {
    await using fixture = await openFixture();
    const { client: reader } = await fixture.register(EMAIL);
    await fixture.visitor.resetPassword({
      body: { token: await fixture.resetToken(EMAIL), password: NEW_PASSWORD },
    });
    const { token, adminId } = await invite(fixture, EMAIL);
    expect(await fixture.visitor.readInvitation({ body: { token } })).toMatchObject({
      step: 'current-password',
    });

    expect(await outcomeOf(accept(fixture, token, { password: 'something else' }))).toMatchObject({
      status: 401,
      message: invitationTexts.wrongPassword,
    });
    const before = await fixture.logIn(EMAIL, NEW_PASSWORD);
    expect(await acceptances(fixture)).toEqual([]);
    const session = await accept(fixture, token, { password: NEW_PASSWORD });
    expect(await acceptances(fixture)).toMatchObject([acceptanceOf(session.user._id, adminId)]);

    expect(session.user.role).toBe('ADMIN');
    expect((await outcomeOf(fixture.as(before.token).getProfile())).status).toBe(401);
    expect((await outcomeOf(reader.getProfile())).status).toBe(401);
  });

  it('gives nothing to an account whose mailbox is not verified', async () => {
    await using fixture = await openFixture();
    const { client: stranger } = await fixture.register(INVITED, { name: 'Stranger' });
    const { token } = await invite(fixture);
    expect(await fixture.visitor.readInvitation({ body: { token } })).toMatchObject({ step: 'new-password' });

    await accept(fixture, token, { password: NEW_PASSWORD });

    expect((await outcomeOf(stranger.getProfile())).status).toBe(401);
    expect((await outcomeOf(fixture.logIn(INVITED, PASSWORD))).status).toBe(401);
    const { user } = await fixture.logIn(INVITED, NEW_PASSWORD);
    expect(user.role).toBe('ADMIN');
  });

  it('works once, also when it is accepted ten times at the same moment', async () => {
    await using fixture = await openFixture();
    const { admin, token } = await invite(fixture);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(accept(fixture, token)).then(({ status }) => status)),
    );
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1);
    expect(outcomes.every((status) => status < 500)).toBe(true);
    expect((await admin.listUsers({ query: { role: 'ADMIN' } })).total).toBe(2);
    expect(await acceptances(fixture)).toHaveLength(1);
    expect(await sentence(accept(fixture, token))).toBe(invitationTexts.used);
    expect(await sentence(fixture.visitor.readInvitation({ body: { token } }))).toBe(invitationTexts.used);
  });

  it('that is being accepted is not revoked, and is open again when that was cut off', async () => {
    await using fixture = await openFixture();
    const { admin, row, token } = await invite(fixture);
    const claimedUntil = new Date(fixture.service.clock.now().getTime() + 30_000);
    await fixture.service.internals.store.connection
      .collection<{ _id: string }>('invitations')
      .updateOne({ _id: row._id }, { $set: { claimedUntil } });
    const revoke = () => admin.revokeInvitation({ params: { id: row._id } });

    expect(await sentence(revoke())).toBe(invitationTexts.beingAccepted);
    expect(await sentence(accept(fixture, token))).toBe(invitationTexts.notWaiting);

    fixture.service.clock.advance(31_000);
    await accept(fixture, token);
    expect(await sentence(revoke())).toBe(invitationTexts.notWaiting);
  });

  it('that is unknown, expired or revoked is refused with its reason', async () => {
    await using fixture = await openFixture();
    expect(await sentence(accept(fixture, 'x'.repeat(43)))).toBe(invitationTexts.invalid);

    const first = await invite(fixture);
    await first.admin.revokeInvitation({ params: { id: first.row._id } });
    expect(await sentence(accept(fixture, first.token))).toBe(invitationTexts.revoked);
    const again = first.admin.revokeInvitation({ params: { id: first.row._id } });
    expect(await sentence(again)).toBe(invitationTexts.notWaiting);

    const second = await invite(fixture, 'ravi@example.org');
    fixture.service.clock.advance(8 * DAY_MS);
    expect(await sentence(accept(fixture, second.token))).toBe(invitationTexts.expired);
  });

  it('ends with the role or the account of its sender, for good', async () => {
    await using fixture = await openFixture();
    const { token: invited } = await invite(fixture);
    const second = await accept(fixture, invited);
    const seconds = fixture.as(second.token);
    await seconds.inviteAdmin({ body: { email: 'one@example.org' } });
    await seconds.inviteAdmin({ body: { email: 'two@example.org' } });
    const [one, two] = [await tokenOf(fixture, 'one@example.org'), await tokenOf(fixture, 'two@example.org')];
    const { client: owner } = await fixture.admin();
    const edit = (role: 'USER' | 'ADMIN') =>
      owner.updateUser({ params: { id: second.user._id }, body: { name: 'Meera', email: INVITED, role } });

    await edit('USER');
    expect(await sentence(accept(fixture, one))).toBe(invitationTexts.inviterGone);
    await fixture.service.runWork();
    await edit('ADMIN');
    expect(await sentence(accept(fixture, two))).toBe(invitationTexts.inviterGone);

    const back = await fixture.logIn(INVITED, NEW_PASSWORD);
    await fixture.as(back.token).inviteAdmin({ body: { email: 'three@example.org' } });
    const three = await tokenOf(fixture, 'three@example.org');
    await owner.deleteUser({ params: { id: second.user._id } });
    expect(await sentence(accept(fixture, three))).toBe(invitationTexts.inviterGone);
    await fixture.service.runWork();
    expect(await fixture.dumpStore()).not.toContain('three@example.org');
  });

  it('is refused to an admin, to an address that has one, and when too many were sent', async () => {
    await using fixture = await openFixture();
    const { admin } = await invite(fixture);
    expect(await sentence(admin.inviteAdmin({ body: { email: ADMIN.email } }))).toBe(
      invitationTexts.addressIsAdmin,
    );
    expect(await sentence(admin.inviteAdmin({ body: { email: INVITED } }))).toBe(invitationTexts.waiting);
    const many = Array.from({ length: 12 }, (_, n) =>
      outcomeOf(admin.inviteAdmin({ body: { email: `guest${n}@example.org` } })),
    );
    expect((await Promise.all(many)).filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  it('to an account that became an admin in that time is refused with its reason', async () => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL);
    const { admin, token } = await invite(fixture, EMAIL);
    await admin.updateUser({ params: { id: userId }, body: { name: 'Asha', email: EMAIL, role: 'ADMIN' } });
    expect(await sentence(accept(fixture, token))).toBe(invitationTexts.alreadyAdmin);
  });

  it('to an account that lost the role does not give it back, and one sent after that does', async () => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL);
    const { admin, token } = await invite(fixture, EMAIL);
    const edit = (role: 'USER' | 'ADMIN') =>
      admin.updateUser({ params: { id: userId }, body: { name: 'Asha', email: EMAIL, role } });
    await edit('ADMIN');
    await edit('USER');
    await fixture.service.runWork();
    expect(await sentence(accept(fixture, token, { password: NEW_PASSWORD }))).toBe(invitationTexts.invalid);

    await edit('ADMIN');
    // the end of invitations is late
    await fixture.service.internals.store.worker.stop();
    await edit('USER');
    fixture.service.clock.advance(1_000);
    await admin.inviteAdmin({ body: { email: EMAIL } });
    await fixture.service.runWork();
    const session = await accept(fixture, await tokenOf(fixture, EMAIL), { password: NEW_PASSWORD });
    expect(session.user).toMatchObject({ _id: userId, role: 'ADMIN' });
  });

  it.each(['its owner', 'an admin'])(
    'to a mailbox that its account has left ends when %s changes the address, and gives no role back',
    async (by) => {
      await using fixture = await openFixture();
      const { client, userId } = await fixture.register(EMAIL);
      const { admin, token } = await invite(fixture, EMAIL);
      const edit = (email: string, role: 'USER' | 'ADMIN') =>
        admin.updateUser({ params: { id: userId }, body: { name: 'Asha', email, role } });

      if (by === 'an admin') await edit(INVITED, 'USER');
      else {
        await client.updateProfile({ body: { newEmail: INVITED, currentPassword: PASSWORD } });
        expect(await fixture.confirmEmail(tokenIn((await fixture.mails(INVITED))[0]))).toBe('confirmed');
      }
      await fixture.service.runWork();
      await edit(INVITED, 'ADMIN');
      await edit(INVITED, 'USER');
      await fixture.service.runWork();

      expect(await sentence(accept(fixture, token))).toBe(invitationTexts.invalid);
      expect((await admin.listInvitations()).items).toEqual([]);
    },
  );

  it('that an account sent stays valid when its address changes', async () => {
    await using fixture = await openFixture();
    const second = await accept(fixture, (await invite(fixture)).token);
    const seconds = fixture.as(second.token);
    await seconds.inviteAdmin({ body: { email: 'one@example.org' } });
    const body = { newEmail: 'other@example.org', currentPassword: NEW_PASSWORD };
    await seconds.updateProfile({ body });
    await fixture.confirmEmail(tokenIn((await fixture.mails('other@example.org'))[0]));
    await fixture.service.runWork();

    const session = await accept(fixture, await tokenOf(fixture, 'one@example.org'));
    expect(session.user.role).toBe('ADMIN');
  });

  it('is for admins only (P83), and a deleted account leaves none to its address', async () => {
    await using fixture = await openFixture();
    const { client: reader, userId } = await fixture.register(EMAIL);
    for (const [client, status] of [
      [reader, 403],
      [fixture.visitor, 401],
    ] as const) {
      const calls = [
        client.listInvitations(),
        client.inviteAdmin({ body: { email: INVITED } }),
        client.revokeInvitation({ params: { id: 'some-id' } }),
      ];
      expect((await Promise.all(calls.map(outcomeOf))).map((one) => one.status)).toEqual([
        status,
        status,
        status,
      ]);
    }
    const { admin } = await invite(fixture, EMAIL);
    await admin.deleteUser({ params: { id: userId } });
    await fixture.service.runWork();
    expect(await fixture.dumpStore()).not.toContain(EMAIL);
  });
});
