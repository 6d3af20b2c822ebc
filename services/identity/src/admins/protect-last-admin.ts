import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import type { AccountFilter } from '../accounts/accounts.store.ts';

const TRIES = 40;
/** A `leaving` mark older than this belongs to a process that stopped. */
const STALE_MS = 10_000;

/**
 * Allows an account to lose the admin role unless it is the last admin, also under concurrency (checklist IDN-38,
 * attack S39). Each removal first marks its admin as leaving, then requires another admin without a mark. A later
 * reader sees earlier marks, so two concurrent removals cannot rely on each other. When all others are marked, it
 * retries after a random pause.
 * @returns the filter that the removing write must use; null when the account has changed
 * @throws Refusal last-admin
 */
export const protectLastAdmin =
  ({ accounts, clock, ids }: Pick<Deps, 'accounts' | 'clock' | 'ids'>) =>
  async ({ _id, role }: Account): Promise<AccountFilter | null> => {
    if (role !== 'ADMIN') return { _id, role };
    const others = { role: 'ADMIN', _id: { $ne: _id } } as const;
    const token = ids.newId();
    const marked = { _id, role, 'leaving.token': token };
    const isAdmin = async (filter: AccountFilter) => (await accounts.findOne({ role, ...filter })) !== null;

    for (let tries = 0; tries < TRIES; tries += 1) {
      const now = clock.now();
      const hasMarked = await accounts.change(
        { _id, role, leaving: { $exists: false } },
        { set: { leaving: { token, at: now } } },
      );
      if (!hasMarked && !(await isAdmin({ _id }))) return null;
      // A slow removal whose mark is cleared here fails, because its write requires the mark.
      await accounts.clearStaleRemovals(new Date(now.getTime() - STALE_MS));
      if (hasMarked) {
        if (await isAdmin({ ...others, leaving: { $exists: false } })) return marked;
        await accounts.change(marked, { unset: ['leaving'] });
        if (!(await isAdmin(others))) break;
      }
      await pause(randomInt(5, 20 + 10 * tries));
    }
    throw new Refusal('last-admin', accountTexts.lastAdmin);
  };
