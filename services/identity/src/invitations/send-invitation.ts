import type { SendMail } from '@satrangi/chassis';
import { z } from 'zod';
import { mailedTokenOf } from '../accounts/mailed-token.rules.ts';
import { mailFor } from '../mail/account-mails.rules.ts';
import type { InvitationDeps } from './invitations.deps.ts';

const Queued = z.object({ id: z.string() });

/** Worker: mails an invitation, unless it has ended or expired. @param send null: there is no mail server */
export const sendInvitation =
  (
    {
      invitations,
      clock,
      config,
      log,
      secret,
    }: Pick<InvitationDeps, 'invitations' | 'clock' | 'config' | 'log' | 'secret'>,
    send: SendMail | null,
  ) =>
  async (data: unknown): Promise<void> => {
    const { id } = Queued.parse(data);
    const invitation = await invitations.byId(id);
    const isOpen = invitation?.state === 'pending' && invitation.token.expiresAt > clock.now();
    if (!isOpen || !invitation.email) return;
    if (!send) {
      log.info({ kind: 'invitation' }, 'mail skipped: no mail server configured');
      return;
    }
    const token = mailedTokenOf(secret, 'invitation', id);
    await send(mailFor({ mail: 'invitation', to: invitation.email, id, token }, config.PUBLIC_URL));
  };
