import { type Role, UserId } from '@satrangi/contracts';
import type { QueryFilter } from 'mongoose';
import type { Account, StoredAccount } from '../accounts/accounts.rules.ts';
import { type AccountsAggregate, notErased } from '../accounts/accounts.store.ts';
import type { PagePosition } from './users.rules.ts';

/** Escapes a text for use in a regular expression. */
const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

type Search = { readonly q?: string | undefined; readonly role?: Role | undefined };

const filterOf = ({ q, role }: Search): QueryFilter<StoredAccount> => {
  const id = UserId.safeParse(q);
  const words = q ? { $regex: escapeRegExp(q), $options: 'i' } : null;
  return {
    ...notErased,
    ...(role ? { role } : {}),
    ...(words ? { $or: [{ name: words }, { email: words }, ...(id.success ? [{ _id: id.data }] : [])] } : {}),
  };
};

export type UserListStore = ReturnType<typeof userListStore>;

/** The paged list of accounts for admins. */
export const userListStore = ({ model }: AccountsAggregate) => ({
  /** Newest first, from after the cursor's position; `total` counts all matches. */
  page: async (
    search: Search,
    after: PagePosition | null,
    limit: number,
  ): Promise<{ found: Account[]; total: number }> => {
    const filter = filterOf(search);
    const fromPosition: QueryFilter<StoredAccount> = after
      ? {
          $and: [
            {
              $or: [
                { createdAt: { $lt: after.createdAt } },
                { createdAt: after.createdAt, _id: { $lt: after._id } },
              ],
            },
          ],
        }
      : {};
    const [found, total] = await Promise.all([
      model
        .find({ ...filter, ...fromPosition })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<Account[]>(),
      model.countDocuments(filter),
    ]);
    return { found, total };
  },
  /** Newest first, one by one. */
  all: (search: Search): AsyncIterable<Account> =>
    model.find(filterOf(search)).sort({ createdAt: -1, _id: -1 }).lean<Account>().cursor(),
});
