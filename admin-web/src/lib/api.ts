import { routes, type StaffApis } from 'virtual:satrangi-staff-routes';
import { type Client, createClient } from '@satrangi/contracts/pure';
import { session } from '@satrangi/kit/browser/session';
import { createStore } from '@satrangi/kit/browser/store';
import { createCallHelper } from './http.ts';

/** Why the screen can not go on: the login has ended, or the account is no admin any more. */
export const refusal = createStore<'logged-out' | 'no-admin' | null>(null);

/** A token that was refused: the next login is sent without it. */
let ended: string | null = null;

const { VITE_API_URL } = import.meta.env;

const call = createCallHelper({
  base: typeof VITE_API_URL === 'string' && VITE_API_URL !== '' ? VITE_API_URL : '/api',
  token: () => {
    const token = session.token();
    return refusal.get() === 'logged-out' && token === ended ? null : token;
  },
  onRefused: (status, { problem }) => {
    if (status === 401) {
      ended = session.token();
      refusal.set('logged-out');
    } else if (problem?.code === 'not-allowed') refusal.set('no-admin');
  },
});

// `Object.fromEntries` loses the type of each key; `createClient` has it.
/** All calls of the back office, by service. */
export const api = Object.fromEntries(
  Object.entries(routes).map(([name, own]) => [
    name,
    createClient(own as never, { baseUrl: '/api', fetch: call }),
  ]),
) as unknown as { readonly [S in keyof StaffApis]: Client<StaffApis[S]> };
