import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@satrangi/chassis';
import { accountTexts } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import type { AccountFilter } from '../accounts/accounts.store.ts';

const TRIES = 40;
/** A wish to leave whose process died counts this long. */
const STALE_MS = 10_000;

/**
 * Lets somebody stop being an admin, never the last one, however many want to at the same moment (checklist IDN-38,
 * attack S39). Each first says that they are leaving, then looks whether an admin stays who is not; whoever looks later
 * sees who spoke earlier, so two can never both believe in the other. Those who find only others leaving wait a moment.
 * @returns what the write that ends it must find; null when the account changed meanwhile
 * @throws Refusal last-admin
 */
export const leaveAdmins =
  ({ accounts, clock, ids }: Pick<Needs, 'accounts' | 'clock' | 'ids'>) =>
  async ({ _id, role }: Account): Promise<AccountFilter | null> => {
    if (role !== 'ADMIN') return { _id, role };
    const others = { role: 'ADMIN', _id: { $ne: _id } } as const;
    const token = ids.newId();
    const mine = { _id, role, 'leaving.token': token };
    const isAdmin = async (filter: AccountFilter) => (await accounts.one({ role, ...filter })) !== null;

    for (let tries = 0; tries < TRIES; tries += 1) {
      const now = clock.now();
      const saidSo = await accounts.change(
        { _id, role, leaving: { $exists: false } },
        { set: { leaving: { token, at: now } } },
      );
      if (!saidSo && !(await isAdmin({ _id }))) return null;
      // whoever began long ago and still comes will find its wish gone
      await accounts.desk.forgetLeaving(new Date(now.getTime() - STALE_MS));
      if (saidSo) {
        if (await isAdmin({ ...others, leaving: { $exists: false } })) return mine;
        await accounts.change(mine, { unset: ['leaving'] });
        if (!(await isAdmin(others))) break;
      }
      await pause(randomInt(5, 20 + 10 * tries));
    }
    throw new Refusal('last-admin', accountTexts.lastAdmin);
  };
