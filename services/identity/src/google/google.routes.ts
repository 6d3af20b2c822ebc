import { type Handlers, Refusal } from '@satrangi/chassis';
import { accountTexts, type identityApi, safeNext } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { accountSentences } from '../accounts/accounts.rules.ts';
import { addressOfCaller } from '../attempts/address-of-caller.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { throttleByAddress } from '../attempts/throttle.ts';
import type { ReadGoogleToken } from '../providers/google.ts';
import type { Enter } from '../sessions/enter.ts';
import { googleSignIn } from './google-sign-in.ts';
import { forgetNonce, nonceCookie, nonceFor, nonceOf } from './nonce-cookie.ts';

type Answers = Pick<Handlers<typeof identityApi>, 'googleSettings' | 'googleSignIn'>;

/** @param read null when this site has no client id at Google */
export const googleRoutes = (needs: Needs, read: ReadGoogleToken | null, enter: Enter): Answers => {
  const { config, secret } = needs;
  const byAddress = throttleByAddress(needs);
  const secure = config.PUBLIC_URL.startsWith('https:');
  const signIn = googleSignIn(needs);

  return {
    googleSettings: (_input, _caller, { request, response }) => {
      const nonce = nonceFor(request.headers.cookie);
      response.append('set-cookie', nonceCookie(nonce, secure));
      response.set('cache-control', 'no-store');
      return {
        clientId: config.GOOGLE_CLIENT_ID ?? null,
        scriptUrl: config.GOOGLE_CLIENT_ID ? config.GOOGLE_SCRIPT_URL : null,
        nonce,
      };
    },
    googleSignIn: async ({ body }, _caller, exchange) => {
      if (!read) throw new Refusal('not-found', accountSentences.googleNotOffered);
      const address = addressOfCaller(exchange, secret);
      refuseWhenTired(await byAddress.begin('address', address));
      const person = await read(body.credential);
      if (person.nonce !== nonceOf(exchange.request.headers.cookie))
        throw new Refusal('login-failed', accountTexts.googleFailed);
      const account = await signIn(person);
      await byAddress.takeBack('address', address);
      exchange.response.append('set-cookie', forgetNonce());
      return { ...(await enter(account, exchange)), next: safeNext(body.next) };
    },
  };
};
