import { z } from 'zod';
import type { Deps } from '../accounts/accounts.deps.ts';
import { newMailedToken } from '../accounts/mailed-token.rules.ts';
import { mailWork } from '../mail/mail-work.ts';

const Work = z.object({ id: z.string(), email: z.string() });

/**
 * Worker: gives each account with this email a reset token and queues its mail. The token replaces an earlier one.
 * Idempotent for each request, so that a used token does not come back.
 */
export const sendResetLink =
  ({ accounts, clock, secret }: Pick<Deps, 'accounts' | 'clock' | 'secret'>) =>
  async (data: unknown): Promise<void> => {
    const { id, email } = Work.parse(data);
    const now = clock.now();
    for (const { _id, email: stored } of await accounts.allByIdentifier({ email })) {
      // An account with an old spelling of the same mailbox gets a link of its own.
      const linkId = stored === email ? id : `${id}:${_id}`;
      const reset = newMailedToken(secret, 'reset', { id: linkId, now });
      await accounts.change(
        { _id, ...(stored === undefined ? {} : { email: stored }) },
        { set: { reset }, work: [mailWork('reset', _id, { id: linkId, now })], applied: `reset:${id}` },
      );
    }
  };
