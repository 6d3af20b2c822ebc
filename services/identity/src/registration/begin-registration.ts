import { z } from 'zod';
import type { Needs } from '../accounts/accounts.needs.ts';
import { mailedTokenOf } from '../accounts/mailed-token.rules.ts';
import { mailWork } from '../mail/mail-work.ts';
import { mailFor } from '../mail/mails.rules.ts';
import type { SendMail } from '../providers/mail.ts';
import type { PendingStore } from './pending.store.ts';

const Work = z.object({ id: z.string() });

/**
 * Writes to the address of a registration: a link that makes the account, or, to the owner of an account that exists,
 * that somebody tried. @param send null when there is no mail server
 */
export const beginRegistration =
  (
    { accounts, clock, config, log, secret, pending }: Needs & { readonly pending: PendingStore },
    send: SendMail | null,
  ) =>
  async (data: unknown): Promise<void> => {
    const { id } = Work.parse(data);
    const now = clock.now();
    const registration = await pending.byId(id, now);
    if (!registration) return;
    const { email } = registration;
    const namesake = await accounts.byLogin({ email });
    if (namesake) {
      const work = [mailWork('already-registered', namesake._id, { id, now })];
      await accounts.change({ _id: namesake._id, email }, { work, applied: `registration:${id}` });
      await pending.remove(id);
      return;
    }
    if (!send) return log.info({ kind: 'registration' }, 'mail not sent: no mail server is set');
    const token = mailedTokenOf(secret, 'registration', id);
    await send(mailFor({ mail: 'registration', to: email, id, token }, config.PUBLIC_URL));
  };
