import { Refusal } from '@satrangi/chassis';
import { type InvitationStep, invitationTexts } from '@satrangi/contracts';
import type { Account } from '../accounts/accounts.rules.ts';
import { hashOfToken } from '../accounts/mailed-token.rules.ts';
import type { InvitationDeps } from './invitations.deps.ts';
import type { StoredInvitation } from './invitations.store.ts';

export type OpenInvitation = {
  readonly invitation: StoredInvitation & { readonly email: string };
  /** The account of the invited mailbox. */
  readonly account: Account | null;
  readonly step: InvitationStep;
};

const stateTexts = {
  accepted: invitationTexts.used,
  revoked: invitationTexts.revoked,
  void: invitationTexts.inviterGone,
} as const;

/**
 * A password counts only when the mailbox of its account was confirmed: otherwise another person may have registered this
 * address in advance to get the role (decision 0032).
 */
const stepOf = (account: Account | null): InvitationStep => {
  if (!account) return 'new-account';
  return account.passwordHash !== undefined && account.emailVerifiedAt !== undefined
    ? 'current-password'
    : 'new-password';
};

/** Reads an invitation by its token. @throws Refusal validation-failed, too-late, too-long-ago, already-used */
export const readInvitation =
  ({ accounts, invitations, clock }: InvitationDeps) =>
  async (token: string): Promise<OpenInvitation> => {
    const invitation = await invitations.byToken(hashOfToken(token));
    if (!invitation) throw new Refusal('validation-failed', invitationTexts.invalid);
    const { state, email } = invitation;
    if (state !== 'pending') throw new Refusal('too-late', stateTexts[state]);
    if (invitation.token.expiresAt <= clock.now() || email === undefined)
      throw new Refusal('too-long-ago', invitationTexts.expired);
    const inviter = await accounts.byId(invitation.invitedBy);
    if (inviter?.role !== 'ADMIN') throw new Refusal('too-late', invitationTexts.inviterGone);
    const account = await accounts.byIdentifier({ email });
    if (account?.role === 'ADMIN') throw new Refusal('already-used', invitationTexts.alreadyAdmin);
    return { invitation: { ...invitation, email }, account, step: stepOf(account) };
  };
