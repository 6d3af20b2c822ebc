import { enforceRateLimit, Refusal } from '@satrangi/chassis';
import { type AnyEvent, accountTexts, invitationTexts, PASSWORD_MIN, UserId } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import { type Account, accountMessages, newAccount } from '../accounts/accounts.rules.ts';
import { rejectCommonPassword } from '../accounts/common-passwords.ts';
import { unlinkUnprovedGoogle } from '../google/unlink-google.ts';
import { acceptanceAct } from './acceptance-act.ts';
import type { InvitationDeps } from './invitations.deps.ts';
import { type OpenInvitation, readInvitation } from './read-invitation.ts';

type Given = { readonly token: string; readonly password: string; readonly name?: string | undefined };
/** Creates the audit event of the account that becomes an admin. */
type ActOf = (admin: UserId) => AnyEvent;

const checkNewPassword = (password: string): void => {
  if (password.length < PASSWORD_MIN) throw new Refusal('validation-failed', accountTexts.passwordTooShort);
  rejectCommonPassword(password);
};

/** Checks the password that is given: the current one of the account, or a new one. */
const checkGiven = ({ passwords, rateLimits }: InvitationDeps) => {
  const checkPassword = async (account: Account, password: string): Promise<void> => {
    enforceRateLimit(accountTexts.tooManyAttempts, await rateLimits.consume('currentPassword', account._id));
    if (!(await passwords().matches(account.passwordHash ?? '', password)))
      throw new Refusal('login-failed', invitationTexts.wrongPassword);
    await rateLimits.release('currentPassword', account._id);
  };

  /** Nothing is written before these are right. */
  return async ({ step, account }: OpenInvitation, { password, name }: Given): Promise<void> => {
    if (step === 'current-password' && account) return checkPassword(account, password);
    checkNewPassword(password);
    if (step === 'new-account' && !name) throw new Refusal('validation-failed', invitationTexts.nameRequired);
  };
};

/** Creates the account of a mailbox as an admin's. */
const createAdmin = (deps: InvitationDeps) => {
  const { accounts, passwords, clock, ids } = deps;
  const { registered } = accountEvents(deps);

  return async (email: string, { password, name = '' }: Given, actOf: ActOf): Promise<Account | null> => {
    const now = clock.now();
    const identity = {
      userId: UserId.parse(ids.newId()),
      passwordHash: await passwords().hash(password),
      now,
    };
    const account = newAccount({ name, email, password }, identity);
    const admin = { ...account, role: 'ADMIN', emailVerifiedAt: now.toISOString() } as const;
    return (await accounts.add(admin, [registered(admin), actOf(admin._id)])) ? admin : null;
  };
};

/** Makes an account an admin and ends its sessions; an unverified one loses its other ways to log in. */
const promoteToAdmin = (deps: InvitationDeps) => {
  const { accounts, passwords, clock } = deps;
  const { sessionsEnded } = accountEvents(deps);
  const unlink = unlinkUnprovedGoogle(deps);

  return async (
    account: Account,
    { step }: OpenInvitation,
    password: string,
    actOf: ActOf,
  ): Promise<Account | null> => {
    const { _id, tokenVersion, googleId } = account;
    const isProved = step === 'current-password';
    const google = isProved ? { unset: [], work: [] } : unlink(account);
    const proof = isProved
      ? {}
      : { passwordHash: await passwords().hash(password), emailVerifiedAt: clock.now().toISOString() };
    return accounts.change(
      { _id, tokenVersion, role: 'USER', googleId: googleId ?? { $exists: false } },
      {
        set: { role: 'ADMIN', ...proof },
        unset: [
          'leaving',
          ...(isProved ? [] : (['reset', 'newEmail', 'unproved'] as const)),
          ...google.unset,
        ],
        endSessions: true,
        events: [sessionsEnded({ ...account, role: 'ADMIN' }), actOf(_id)],
        work: google.work,
      },
    );
  };
};

/**
 * Makes the account of the invited mailbox an admin. Its owner proves the mailbox with the token, and the account with
 * its password; an unverified account gets a new password and loses other ways to log in. All its sessions end.
 * The write that gives the role publishes the line of the audit log.
 * @throws Refusal of `readInvitation`, login-failed, validation-failed, version-conflict
 */
export const acceptInvitation = (deps: InvitationDeps) => {
  const { invitations, clock, log } = deps;
  const read = readInvitation(deps);
  const prove = checkGiven(deps);
  const create = createAdmin(deps);
  const promote = promoteToAdmin(deps);
  const newAct = acceptanceAct(deps);

  return async (given: Given, requestId: string): Promise<Account> => {
    const open = await read(given.token);
    await prove(open, given);
    const { _id, email, invitedBy } = open.invitation;
    const actOf: ActOf = (admin) => newAct(admin, invitedBy, requestId);
    if (!(await invitations.claim(_id, clock.now())))
      throw new Refusal('too-late', invitationTexts.notWaiting);
    try {
      // what was read before the claim may have changed: the role of the sender, the account
      const now = await read(given.token);
      if (now.step !== open.step) throw new Refusal('version-conflict', accountMessages.concurrentChange);
      const admin = now.account
        ? await promote(now.account, now, given.password, actOf)
        : await create(email, given, actOf);
      if (!admin) throw new Refusal('version-conflict', accountMessages.concurrentChange);
      await invitations.accept(_id);
      log.info({ userId: admin._id, key: invitedBy, kind: 'invitation-accepted' }, 'invitation accepted');
      return admin;
    } catch (error) {
      await invitations.release(_id);
      throw error;
    }
  };
};
