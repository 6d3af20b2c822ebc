import { z } from 'zod';
import { accountTexts } from './accounts.ts';
import { defineApi } from './endpoint.ts';
import { Email, Name } from './identity.fields.ts';
import { StartedSession } from './identity.registration.ts';
import { INVITATION_DAYS, invitationTexts } from './invitation-texts.ts';
import { Instant, UserId } from './schemas.ts';

const Token = z.string(invitationTexts.invalid).min(1, invitationTexts.invalid).max(200);
const InvitationId = z.string().regex(/^[\w-]{1,64}$/, 'That is no invitation');

export const Invitation = z.object({
  _id: InvitationId,
  email: z.string().describe('the invited address, as an admin typed it'),
  invitedBy: UserId,
  createdAt: Instant,
  expiresAt: Instant,
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The input that accepts an invitation. */
const InvitationStep = z
  .enum(['new-account', 'new-password', 'current-password'])
  .describe('new-account: name and password; new-password: no password was proved for this mailbox');
export type InvitationStep = z.infer<typeof InvitationStep>;

/** Invitations of admins by mail (decision 0085), and the test mail. */
export const identityInvitationsApi = defineApi({
  listInvitations: {
    method: 'GET',
    path: '/admin/invitations',
    access: 'admin',
    summary: 'Invitations that are waiting or expired, newest first',
    response: z.object({ items: z.array(Invitation) }),
  },
  inviteAdmin: {
    method: 'POST',
    path: '/admin/invitations',
    access: 'admin',
    status: 201,
    summary: `Mail an invitation to become an admin. The link works once, for ${INVITATION_DAYS} days, while its sender is an admin`,
    body: z.object({ email: Email }),
    response: Invitation,
    problems: ['validation-failed', 'already-used', 'too-many-requests'],
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/admin/invitations/:id',
    access: 'admin',
    summary: 'Take an invitation back: its link stops working',
    params: z.object({ id: InvitationId }),
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found', 'too-late'],
  },
  readInvitation: {
    method: 'POST',
    path: '/users/invitation',
    access: 'public',
    backOffice: true,
    rate: 'login',
    summary:
      'What the owner of an invited mailbox has to give. A POST, because the token must not be in an address',
    body: z.object({ token: Token }),
    response: z.object({
      email: z.string(),
      step: InvitationStep,
    }),
    problems: ['validation-failed', 'already-used', 'too-late', 'too-long-ago', 'too-many-requests'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/users/invitation/accept',
    access: 'public',
    backOffice: true,
    rate: 'login',
    summary: 'Accept an invitation: the account of the invited mailbox becomes an admin, and is logged in',
    body: z.object({
      token: Token,
      password: z.string(accountTexts.passwordRequired).min(1, accountTexts.passwordRequired).max(256),
      name: Name.optional().describe('of a new account'),
    }),
    response: StartedSession,
    problems: [
      'validation-failed',
      'login-failed',
      'already-used',
      'too-late',
      'too-long-ago',
      'too-many-requests',
      'version-conflict',
    ],
  },
  sendTestMail: {
    method: 'POST',
    path: '/admin/test-mail',
    access: 'admin',
    summary: 'Send a test mail through the mail server to the address of the caller, to no other one',
    answerMs: 28_000,
    response: z.object({
      outcome: z.enum(['accepted', 'refused', 'no-answer', 'not-configured']),
      sentence: z.string().describe('what the mail server answered, with its code'),
    }),
    problems: ['validation-failed', 'too-many-requests'],
  },
});
