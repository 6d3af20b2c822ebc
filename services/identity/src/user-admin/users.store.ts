import { soundsLike } from '@satrangi/chassis';
import { type Role, UserId } from '@satrangi/contracts';
import type { QueryFilter } from 'mongoose';
import type { Account, StoredAccount } from '../accounts/accounts.rules.ts';
import { type AccountsAggregate, notErased } from '../accounts/accounts.store.ts';
import type { PagePosition } from './users.rules.ts';

/** Escapes a text for use in a regular expression. */
const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

type Search = { readonly q?: string | undefined; readonly role?: Role | undefined };

/** `exact`: what has the letters of a search; `similar`: names that only sound like it. */
const filtersOf = ({ q, role }: Search) => {
  const id = UserId.safeParse(q);
  const words = q ? { $regex: escapeRegExp(q), $options: 'i' } : null;
  const base: QueryFilter<StoredAccount> = { ...notErased, ...(role ? { role } : {}) };
  const exact: QueryFilter<StoredAccount> = {
    ...base,
    ...(words ? { $or: [{ name: words }, { email: words }, ...(id.success ? [{ _id: id.data }] : [])] } : {}),
  };
  const sounding = q ? soundsLike(q, 'name') : null;
  const similar: QueryFilter<StoredAccount> | null = sounding && {
    $and: [{ ...base, ...sounding }, { $nor: [exact] }],
  };
  return { exact, similar };
};

export type UserListStore = ReturnType<typeof userListStore>;

/** Newest first, from after a position. */
const after = ({ createdAt, _id }: PagePosition): QueryFilter<StoredAccount> => ({
  $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }],
});

/** The paged list of accounts for admins. */
export const userListStore = ({ model }: AccountsAggregate) => ({
  /**
   * Newest first, from after the cursor's position: what has the letters of a search, then names that sound like it in another
   * script (checklist BEY-03). `total` counts all matches.
   */
  page: async (
    search: Search,
    position: PagePosition | null,
    limit: number,
  ): Promise<{ found: Account[]; total: number; next: PagePosition | null }> => {
    const { exact, similar } = filtersOf(search);
    const read = (filter: QueryFilter<StoredAccount>, from: PagePosition | null, count: number) =>
      model
        .find(from ? { $and: [filter, after(from)] } : filter)
        .sort({ createdAt: -1, _id: -1 })
        .limit(count)
        .lean<Account[]>();
    const [first, total, more] = await Promise.all([
      position?.isSimilar ? [] : read(exact, position, limit),
      model.countDocuments(exact),
      similar ? model.countDocuments(similar) : 0,
    ]);
    const left = limit - first.length;
    const rest = similar && left > 0 ? await read(similar, position?.isSimilar ? position : null, left) : [];
    const found = [...first, ...rest];
    const last = found.length === limit ? found.at(-1) : undefined;
    return {
      found,
      total: total + more,
      next: last
        ? { createdAt: last.createdAt, _id: last._id, ...(rest.length > 0 && { isSimilar: true }) }
        : null,
    };
  },
  /** The same accounts in the same order, one by one. */
  all: async function* (search: Search): AsyncGenerator<Account> {
    const { exact, similar } = filtersOf(search);
    for (const filter of similar ? [exact, similar] : [exact])
      yield* model.find(filter).sort({ createdAt: -1, _id: -1 }).lean<Account>().cursor();
  },
});
