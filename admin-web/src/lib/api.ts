import { routes, type StaffApis } from 'virtual:satrangi-staff-routes';
import { type Client, createClient, readOwnWrites } from '@satrangi/contracts/pure';
import { session } from '@satrangi/kit/browser/session';
import { createStore } from '@satrangi/kit/browser/store';
import { type CallHelperOptions, createCallHelper } from './http.ts';
import { noteOwnAct } from './own-acts.ts';
import { transport } from './transport.ts';

/** Why the screen can not go on: the login has ended, or the account is no admin any more. */
export const refusal = createStore<'logged-out' | 'no-admin' | null>(null);

/** The token that was refused: the next login is sent without it, when it has ended. */
let refused: string | null = null;

const { VITE_API_URL } = import.meta.env;
/** The writes of this page that its reads name. */
const written = { changes: [], until: 0 };

const options: CallHelperOptions = {
  base: typeof VITE_API_URL === 'string' && VITE_API_URL !== '' ? VITE_API_URL : '/api',
  token: () => {
    const token = session.token();
    return refusal.get() === 'logged-out' && token === refused ? null : token;
  },
  send: readOwnWrites((input, init) => fetch(input, init), written),
  onRefused: (status, { problem }, sentToken) => {
    // a late answer to a call of an earlier login says nothing about the present one
    if (sentToken !== session.token()) return;
    const why = status === 401 ? 'logged-out' : problem?.code === 'not-allowed' ? 'no-admin' : null;
    if (why === null) return;
    refused = sentToken;
    refusal.set(why);
  },
};

/** Ends a refusal when a later login is the one of an admin. One of a reader is no admin any more. */
export const settleRefusal = (token: string | null, isAdmin: boolean): void => {
  if (refusal.get() === null || token === refused || token !== session.token()) return;
  refusal.set(isAdmin ? null : 'no-admin');
};

type Calls = { readonly [S in keyof StaffApis]: Client<StaffApis[S]> };

/** Notes calls that have changed something. */
const noted =
  (call: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await call(input, init);
    if ((init?.method ?? 'GET') !== 'GET') noteOwnAct();
    return answer;
  };

const createCalls = (call: typeof fetch): Calls => {
  const clients = Object.entries(routes).map(([name, own]) => [
    name,
    // a union of routes is no routes of one service; the type of each client is stated by `Calls`
    createClient(own as never, { baseUrl: '/api', fetch: noted(call) }),
  ]);
  // `Object.fromEntries` loses the type of each key
  return Object.fromEntries(clients) as unknown as Calls;
};

/** All calls of the back office, by service. */
export const api = createCalls(createCallHelper(options));

/** The same calls for one upload. @param onProgress called with the part that was sent, 0 to 1 */
export const uploadApi = (onProgress: (part: number) => void): Calls =>
  createCalls(
    createCallHelper({ ...options, send: readOwnWrites(transport.withProgress(onProgress), written) }),
  );
