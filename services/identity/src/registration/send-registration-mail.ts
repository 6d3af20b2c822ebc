import type { SendMail } from '@satrangi/chassis';
import { z } from 'zod';
import { mailedTokenOf } from '../accounts/mailed-token.rules.ts';
import { mailFor } from '../mail/account-mails.rules.ts';
import { mailWork } from '../mail/mail-work.ts';
import type { RegistrationDeps } from './registration.deps.ts';

const Work = z.object({ id: z.string() });

/**
 * Worker: mails the confirmation link of a pending registration. When the email has an account, it mails a notice to
 * its owner instead.
 * @param send null when there is no mail server
 */
export const sendRegistrationMail =
  ({ accounts, clock, config, log, secret, pendingRegistrations }: RegistrationDeps, send: SendMail | null) =>
  async (data: unknown): Promise<void> => {
    const { id } = Work.parse(data);
    const now = clock.now();
    const pending = await pendingRegistrations.byId(id, now);
    if (!pending) return;
    const { email } = pending;
    const owner = await accounts.byIdentifier({ email });
    if (owner) {
      const work = [mailWork('already-registered', owner._id, { id, now })];
      await accounts.change({ _id: owner._id, email }, { work, applied: `registration:${id}` });
      await pendingRegistrations.remove(id);
      return;
    }
    if (!send) return log.info({ kind: 'registration' }, 'mail skipped: no mail server configured');
    const token = mailedTokenOf(secret, 'registration', id);
    await send(mailFor({ mail: 'registration', to: email, id, token }, config.PUBLIC_URL));
  };
