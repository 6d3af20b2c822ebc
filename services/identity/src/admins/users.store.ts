import type { Aggregate } from '@satrangi/chassis';
import type { Role } from '@satrangi/contracts';
import type { QueryFilter } from 'mongoose';
import type { Account, Kept } from '../accounts/accounts.rules.ts';
import type { Place } from './users.rules.ts';

const isThere = { erasure: { $exists: false } } as const;
/** A text as a pattern that matches only itself. */
const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Accounts as the people desk asks for them. */
export const usersIn = (model: Aggregate<Kept>['model']) => ({
  /** Wishes to leave the admins that are older than `before` do not count any more. */
  forgetLeaving: async (before: Date): Promise<void> => {
    await model.updateMany({ role: 'ADMIN', 'leaving.at': { $lt: before } }, { $unset: { leaving: 1 } });
  },

  /** Newest first, after the one the cursor names; and how many there are in all. */
  page: async (
    { q, role }: { q?: string | undefined; role?: Role | undefined },
    after: Place | null,
    limit: number,
  ): Promise<{ found: Account[]; total: number }> => {
    const words = q ? { $regex: literal(q), $options: 'i' } : null;
    const wanted: QueryFilter<Kept> = {
      ...isThere,
      ...(role ? { role } : {}),
      ...(words ? { $or: [{ name: words }, { email: words }] } : {}),
    };
    const later: QueryFilter<Kept> = after
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
        .find({ ...wanted, ...later })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<Account[]>(),
      model.countDocuments(wanted),
    ]);
    return { found, total };
  },
});
