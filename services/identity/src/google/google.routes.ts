import { clientAddress, type Handlers, Refusal } from '@satrangi/chassis';
import { accountTexts, type identityApi, safeNext } from '@satrangi/contracts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { accountMessages } from '../accounts/accounts.rules.ts';
import type { IssueSession } from '../login/issue-session.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';
import type { ReadGoogleToken } from '../providers/google.ts';

import { googleSignIn } from './google-sign-in.ts';
import { clearNonceCookie, currentOrNewNonce, nonceCookie, nonceOf } from './nonce-cookie.ts';

type Routes = Pick<Handlers<typeof identityApi>, 'googleSettings' | 'googleSignIn'>;

/** @param readToken null when no Google client id is configured */
export const googleRoutes = (
  deps: Deps,
  readToken: ReadGoogleToken | null,
  issueSession: IssueSession,
): Routes => {
  const { config, secret } = deps;
  const { byAddress } = deps.rateLimits;
  const secure = config.PUBLIC_URL.startsWith('https:');
  const signIn = googleSignIn(deps);

  return {
    googleSettings: (_input, _caller, { request, response }) => {
      const nonce = currentOrNewNonce(request.headers.cookie);
      response.append('set-cookie', nonceCookie(nonce, secure));
      response.set('cache-control', 'no-store');
      return {
        clientId: config.GOOGLE_CLIENT_ID ?? null,
        scriptUrl: config.GOOGLE_CLIENT_ID ? config.GOOGLE_SCRIPT_URL : null,
        nonce,
      };
    },
    googleSignIn: async ({ body }, _caller, exchange) => {
      if (!readToken) throw new Refusal('not-found', accountMessages.googleNotOffered);
      const address = clientAddress(exchange, secret);
      enforceRateLimit(await byAddress.consume('address', address));
      const googleUser = await readToken(body.credential);
      if (googleUser.nonce !== nonceOf(exchange.request.headers.cookie))
        throw new Refusal('login-failed', accountTexts.googleFailed);
      const account = await signIn(googleUser);
      await byAddress.release('address', address);
      exchange.response.append('set-cookie', clearNonceCookie());
      return { ...(await issueSession(account, exchange)), next: safeNext(body.next) };
    },
  };
};
