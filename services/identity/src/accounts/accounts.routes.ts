import { clearSessionCookie, type Handlers, Refusal } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import { addressOfCaller } from '../attempts/address-of-caller.ts';
import { deviceOfCaller } from '../devices/known-device.ts';
import { confirmDeletion } from '../erasure/confirm-deletion.ts';
import { eraseAccount } from '../erasure/erase-account.ts';
import type { Enter } from '../sessions/enter.ts';
import type { KeySet } from '../sessions/key-set.ts';
import { rowOf, SESSIONS_MAX } from '../sessions/session-list.rules.ts';
import type { Needs } from './accounts.needs.ts';
import {
  accountSentences,
  CARDS_MAX,
  exportOf,
  idsOf,
  loginOf,
  phoneToHandOn,
  profileOf,
} from './accounts.rules.ts';
import { logIn } from './log-in.ts';
import { presentAccount } from './present-account.ts';
import { updateProfile } from './update-profile.ts';

type Answers = Pick<
  Handlers<typeof identityApi>,
  | 'login'
  | 'getProfile'
  | 'updateProfile'
  | 'exportMine'
  | 'deleteAccount'
  | 'jwks'
  | 'peopleCards'
  | 'phoneCard'
>;

/** What people do with their own account, and what services ask about people. */
export const accountsRoutes = (needs: Needs, keys: KeySet, enter: Enter): Answers => {
  const { accounts, sessions, clock, secret } = needs;
  const check = logIn(needs);
  const change = updateProfile(needs);
  const present = presentAccount(needs);
  const confirm = confirmDeletion(needs);
  const erase = eraseAccount(needs);

  return {
    login: async ({ body }, _caller, exchange) =>
      enter(
        await check(loginOf(body), body.password, {
          address: addressOfCaller(exchange, secret),
          device: deviceOfCaller(exchange, clock.now()),
        }),
        exchange,
      ),
    getProfile: async (_input, caller, { response }) => {
      const account = await present(caller);
      response.set('cache-control', 'no-store');
      return profileOf(account);
    },
    updateProfile: async ({ body }, caller, { response }) => {
      const account = await change(caller, body);
      if (body.newPassword !== undefined) response.append('set-cookie', clearSessionCookie());
      return profileOf(account);
    },
    exportMine: async (_input, caller, { response }) => {
      const account = await present(caller);
      response.set('cache-control', 'no-store');
      const rows = await sessions.list(account._id, account.tokenVersion, clock.now(), SESSIONS_MAX);
      return { ...exportOf(account), sessions: rows.map((row) => rowOf(row, caller.sessionId)) };
    },
    deleteAccount: async ({ body }, caller, { response }) => {
      const account = await present(caller);
      await confirm(account, caller, body.currentPassword);
      if (!(await erase(account._id, body)))
        throw new Refusal('invalid-token', accountSentences.invalidToken);
      response.append('set-cookie', clearSessionCookie());
      return { ok: true };
    },
    jwks: async (_input, _caller, { response }) => {
      response.set('cache-control', 'public, max-age=60');
      return { keys: keys.published() };
    },
    peopleCards: async ({ query }) => {
      const ids = idsOf(query.ids);
      if (ids.length > CARDS_MAX) throw new Refusal('validation-failed', accountSentences.tooManyCards);
      return { people: await accounts.cards(ids) };
    },
    phoneCard: async ({ params }) => ({ phone: phoneToHandOn(await accounts.byId(params.userId)) }),
  };
};
