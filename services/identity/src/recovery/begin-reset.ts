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
    const account = await accounts.byLogin({ email });
    if (!account) return;
    const now = clock.now();
    const reset = newMailedToken(secret, 'reset', { id, now });
    await accounts.change(
      { _id: account._id, email },
      { set: { reset }, work: [mailWork('reset', account._id, { id, now })], applied: `reset:${id}` },
    );
  };
