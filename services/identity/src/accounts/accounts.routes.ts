import { clearSessionCookie, type Handlers, Refusal } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import { addressOfCaller } from '../attempts/address-of-caller.ts';
import { eraseAccount } from '../erasure/erase-account.ts';
import type { Enter } from '../sessions/enter.ts';
import type { KeySet } from '../sessions/key-set.ts';
import type { Needs } from './accounts.needs.ts';
import { accountSentences, CARDS_MAX, exportOf, idsOf, loginOf, profileOf } from './accounts.rules.ts';
import { endSessions } from './end-sessions.ts';
import { logIn } from './log-in.ts';
import { presentAccount } from './present-account.ts';
import { register } from './register.ts';
import { updateProfile } from './update-profile.ts';

type Answers = Pick<
  Handlers<typeof identityApi>,
  | 'register'
  | 'login'
  | 'logout'
  | 'logoutEverywhere'
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
  const { accounts, secret } = needs;
  const check = logIn(needs);
  const open = register(needs);
  const change = updateProfile(needs);
  const present = presentAccount(needs);
  const end = endSessions(needs);
  const erase = eraseAccount(needs);

  return {
    register: async ({ body }, _caller, exchange) => enter(await open(body), exchange),
    login: async ({ body }, _caller, exchange) =>
      enter(await check(loginOf(body), body.password, addressOfCaller(exchange, secret)), exchange),
    logout: async (_input, _caller, { response }) => {
      response.append('set-cookie', clearSessionCookie());
    },
    logoutEverywhere: async (_input, caller, { response }) => {
      await end(caller);
      response.append('set-cookie', clearSessionCookie());
    },
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
      return exportOf(account);
    },
    deleteAccount: async ({ body }, caller, { response }) => {
      const { _id } = await present(caller);
      if (!(await erase(_id, body))) throw new Refusal('invalid-token', accountSentences.invalidToken);
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
    phoneCard: async ({ params }) => ({ phone: (await accounts.byId(params.userId))?.phone ?? null }),
  };
};
