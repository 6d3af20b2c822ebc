import { Refusal } from '@satrangi/chassis';
import { type UserId, userUpdated } from '@satrangi/contracts';
import type { Needs } from './accounts.needs.ts';
import {
  type Account,
  accountSentences,
  changesOf,
  type ProfileChange,
  publicPart,
} from './accounts.rules.ts';

/**
 * Changes what is given. When the name or the pronouns become others, those who show them are told (checklist
 * IDN-44); the comparison is part of the write, so two changes at once can not both look like none.
 * @throws Refusal invalid-token when the account is gone.
 */
export const updateProfile =
  ({ accounts, newEvent }: Needs) =>
  async (userId: UserId, change: ProfileChange): Promise<Account> => {
    const changes = changesOf(change);
    const unnoticed = await accounts.change(userId, changes, [], publicPart(changes));
    if (unnoticed) return unnoticed;
    const account = await accounts.byId(userId);
    if (!account) throw new Refusal('invalid-token', accountSentences.invalidToken);
    const { _id, role, tokenVersion } = account;
    const announcement = newEvent(userUpdated, {
      subject: `user/${_id}`,
      data: { userId: _id, role, tokenVersion },
    });
    const changed = await accounts.change(userId, changes, [announcement]);
    if (!changed) throw new Refusal('invalid-token', accountSentences.invalidToken);
    return changed;
  };
