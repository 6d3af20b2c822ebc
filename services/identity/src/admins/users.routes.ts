import { type Handlers, Refusal } from '@satrangi/chassis';
import { type identityApi, LIST_ALL } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { accountSentences } from '../accounts/accounts.rules.ts';
import { presentAdmin } from '../accounts/present-account.ts';
import { eraseAccount } from '../erasure/erase-account.ts';
import { updateUser } from './update-user.ts';
import { cursorOf, placeOf, rowOf } from './users.rules.ts';

type Answers = Pick<Handlers<typeof identityApi>, 'listUsers' | 'updateUser' | 'deleteUser'>;

/** The people desk. Who works there is asked of the store at every call; what they do is in the log, by ids. */
export const usersRoutes = (needs: Needs): Answers => {
  const { accounts, log } = needs;
  const admin = presentAdmin(needs);
  const edit = updateUser(needs);
  const erase = eraseAccount(needs);

  return {
    listUsers: async ({ query: { q, role, limit = LIST_ALL, cursor } }, caller, { response }) => {
      const { _id } = await admin(caller);
      const place = cursor === undefined ? null : placeOf(cursor);
      if (cursor !== undefined && !place)
        throw new Refusal('validation-failed', accountSentences.cursorInvalid);
      const { found, total } = await accounts.desk.page({ q, role }, place, limit);
      const last = found.at(-1);
      response.set('cache-control', 'no-store');
      log.info({ key: _id, kind: 'accounts-listed', total: found.length }, 'admin read accounts');
      return {
        items: found.map(rowOf),
        total,
        nextCursor: last && found.length === limit ? cursorOf(last) : null,
      };
    },
    updateUser: async ({ params, body }, caller) => {
      const { _id } = await admin(caller);
      return rowOf(await edit(params.id, body, _id));
    },
    deleteUser: async ({ params }, caller) => {
      const { _id } = await admin(caller);
      if (!(await erase(params.id))) throw new Refusal('not-found', accountSentences.notFound);
      log.info({ userId: params.id, key: _id, kind: 'account-deleted' }, 'admin deleted an account');
      return { ok: true };
    },
  };
};
