import { z } from 'zod';
import type { Needs } from '../accounts/accounts.needs.ts';
import { newMailedToken } from '../accounts/mailed-token.rules.ts';
import { mailWork } from '../mail/mail-work.ts';

const Work = z.object({ id: z.string(), email: z.string() });

/**
 * Gives the owner of the address, if there is one, a token for a new password; one asked for before does not count any
 * more. Done once for each request: a token that was used does not come back.
 */
export const beginReset =
  ({ accounts, clock, secret }: Pick<Needs, 'accounts' | 'clock' | 'secret'>) =>
  async (data: unknown): Promise<void> => {
    const { id, email } = Work.parse(data);
    const now = clock.now();
    for (const { _id, email: kept } of await accounts.allByLogin({ email })) {
      // an account kept under an old spelling of the same mailbox has a link of its own
      const own = kept === email ? id : `${id}:${_id}`;
      const reset = newMailedToken(secret, 'reset', { id: own, now });
      await accounts.change(
        { _id, ...(kept === undefined ? {} : { email: kept }) },
        { set: { reset }, work: [mailWork('reset', _id, { id: own, now })], applied: `reset:${id}` },
      );
    }
  };
