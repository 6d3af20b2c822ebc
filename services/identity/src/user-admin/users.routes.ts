import { type Handlers, Refusal, rowsOf, sendCsv } from '@satrangi/chassis';
import { type identityApi, LIST_ALL } from '@satrangi/contracts';
import { accountMessages } from '../accounts/accounts.rules.ts';
import type { PrivacyDeps } from '../privacy/privacy.deps.ts';
import { requireAdmin } from '../sessions/require-account.ts';
import { deleteUser } from './delete-user.ts';
import { updateUser } from './update-user.ts';
import { cursorOf, parseCursor, toMaskedRow, toUserRow } from './users.rules.ts';
import type { UserListStore } from './users.store.ts';

type Routes = Pick<
  Handlers<typeof identityApi>,
  'listUsers' | 'downloadUsers' | 'revealUser' | 'updateUser' | 'deleteUser'
>;

const csvColumns = ['ID', 'Name', 'Email', 'Role', 'Created'];

/** User administration. The store decides on each call whether the caller is an admin; actions are logged by id. */
export const usersRoutes = (deps: PrivacyDeps, userList: UserListStore): Routes => {
  const { log, secret } = deps;
  const readAdmin = requireAdmin(deps);
  const edit = updateUser(deps);
  const remove = deleteUser(deps);
  const toRow = toUserRow(secret);

  return {
    listUsers: async ({ query: { q, role, mask, limit = LIST_ALL, cursor } }, caller, { response }) => {
      const { _id } = await readAdmin(caller);
      const position = cursor === undefined ? null : parseCursor(cursor);
      if (cursor !== undefined && !position)
        throw new Refusal('validation-failed', accountMessages.cursorInvalid);
      const { found, total, next } = await userList.page({ q, role }, position, limit);
      response.set('cache-control', 'no-store');
      log.info({ key: _id, kind: 'accounts-listed', total: found.length }, 'accounts listed by admin');
      return {
        items: found.map(mask ? toMaskedRow(secret) : toRow),
        total,
        nextCursor: next && cursorOf(next),
      };
    },
    downloadUsers: async ({ query }, caller, { response }) => {
      await readAdmin(caller);
      const toCells = toMaskedRow(secret);
      const rows = rowsOf(userList.all(query), (account) => {
        const { _id, name, email, role, createdAt } = toCells(account);
        return [_id, name, email ?? '', role, createdAt];
      });
      await sendCsv(response, 'users.csv', csvColumns, rows);
    },
    revealUser: async ({ params }, caller, { response }) => {
      const { _id } = await readAdmin(caller);
      const account = await deps.accounts.byId(params.id);
      if (!account) throw new Refusal('not-found', accountMessages.notFound);
      response.set('cache-control', 'no-store');
      log.info({ userId: params.id, key: _id, kind: 'email-revealed' }, 'email revealed to admin');
      return { email: account.email ?? null };
    },
    updateUser: async ({ params, body }, caller, { request }) => {
      const { _id } = await readAdmin(caller);
      return toRow(await edit(params.id, { ...body, ifMatch: request.headers['if-match'] }, _id));
    },
    deleteUser: async ({ params }, caller, { request }) => {
      const { _id } = await readAdmin(caller);
      await remove(params.id, request.headers['if-match'], _id);
      return { ok: true };
    },
  };
};
