import { type Logger, type SendMail, sendToMailbox } from '@satrangi/chassis';
import { z } from 'zod';
import { editToken } from '../pages/edit-token.ts';
import { isCounted } from '../registrations/registration.rules.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import { runMail } from './mail.rules.ts';

const RunMail = z.object({
  kind: z.enum(['registered', 'first-gift', 'goal-reached', 'link']),
  registrationId: z.string(),
  again: z.string().default(''),
});

type Deps = {
  readonly registrations: RegistrationsStore;
  /** Null without a mail server. */
  readonly send: SendMail | null;
  readonly secret: string;
  readonly publicUrl: string;
  readonly log: Logger;
};

/**
 * Sends one mail to a runner; at least once, with one Message-ID. A registration that is cancelled or erased gets none.
 * @throws Error when the mail has to be sent again later
 */
export const sendRunMail =
  ({ registrations, send, secret, publicUrl, log }: Deps) =>
  async (data: unknown): Promise<void> => {
    const { kind, registrationId, again } = RunMail.parse(data);
    const registration = await registrations.byId(registrationId);
    if (!registration || !isCounted(registration) || registration.email === '') return;
    if (!send) {
      log.warn('run mail not sent: no mail server is set');
      return;
    }
    const { email: to, slug } = registration;
    const token = editToken(secret, registration);
    const mail = runMail(kind, { to, registrationId, again, slug, token }, publicUrl);
    if (!(await sendToMailbox(send, mail))) log.warn('run mail not sent: no such mailbox');
  };
