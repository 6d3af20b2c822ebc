import { clientAddress, type Handlers, Refusal } from '@satrangi/chassis';
import { type Invitation, type identityApi, invitationTexts } from '@satrangi/contracts';
import type { IssueSession } from '../login/issue-session.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import { requireAdmin } from '../sessions/require-account.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { InvitationDeps } from './invitations.deps.ts';
import type { StoredInvitation } from './invitations.store.ts';
import { inviteAdmin } from './invite-admin.ts';
import { readInvitation } from './read-invitation.ts';

type Routes = Pick<
  Handlers<typeof identityApi>,
  'listInvitations' | 'inviteAdmin' | 'revokeInvitation' | 'readInvitation' | 'acceptInvitation'
>;

const toRow = (
  { _id, email = '', invitedBy, createdAt, token }: StoredInvitation,
  now: Date,
): Invitation => ({
  _id,
  email,
  invitedBy,
  createdAt: createdAt.toISOString(),
  expiresAt: token.expiresAt.toISOString(),
  isExpired: token.expiresAt <= now,
});

/** Invitations of admins (decision 0085). */
export const invitationsRoutes = (deps: InvitationDeps, issueSession: IssueSession): Routes => {
  const { invitations, clock, secret } = deps;
  const readAdmin = requireAdmin(deps);
  const invite = inviteAdmin(deps);
  const read = readInvitation(deps);
  const accept = acceptInvitation(deps);
  const { byAddress } = deps.rateLimits;

  return {
    listInvitations: async (_input, caller, { response }) => {
      await readAdmin(caller);
      response.set('cache-control', 'no-store');
      return { items: (await invitations.waiting()).map((one) => toRow(one, clock.now())) };
    },
    inviteAdmin: async ({ body }, caller) =>
      toRow(await invite(body.email, await readAdmin(caller)), clock.now()),
    revokeInvitation: async ({ params: { id } }, caller) => {
      await readAdmin(caller);
      if (await invitations.revoke(id, clock.now())) return { ok: true };
      const found = await invitations.byId(id);
      if (!found) throw new Refusal('not-found', invitationTexts.notWaiting);
      const text = found.state === 'pending' ? invitationTexts.beingAccepted : invitationTexts.notWaiting;
      throw new Refusal('too-late', text);
    },
    readInvitation: async ({ body }, _caller, exchange) => {
      const address = clientAddress(exchange, secret);
      enforceRateLimit(await byAddress.consume('address', address));
      const { invitation, step } = await read(body.token);
      await byAddress.release('address', address);
      exchange.response.set('cache-control', 'no-store');
      return { email: invitation.email, step };
    },
    acceptInvitation: async ({ body }, _caller, exchange) => {
      const address = clientAddress(exchange, secret);
      enforceRateLimit(await byAddress.consume('address', address));
      const admin = await accept(body, exchange.requestId);
      await byAddress.release('address', address);
      return issueSession(admin, exchange);
    },
  };
};
