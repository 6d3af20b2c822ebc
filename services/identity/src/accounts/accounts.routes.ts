import { clearSessionCookie, type Exchange, type Handlers, Refusal, sessionCookie } from '@satrangi/chassis';
import type { AnswerOf, identityApi } from '@satrangi/contracts';
import { addressOf } from '../attempts/attempts.rules.ts';
import type { AttemptsStore } from '../attempts/attempts.store.ts';
import type { IdentityConfig } from '../config.ts';
import type { KeySet } from '../sessions/key-set.ts';
import type { SignToken } from '../sessions/tokens.ts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences, CARDS_MAX, idsOf, loginOf, profileOf } from './accounts.rules.ts';
import { logIn } from './log-in.ts';
import { register } from './register.ts';
import { updateProfile } from './update-profile.ts';

type RoutesNeed = Needs & {
  readonly attempts: AttemptsStore;
  readonly keys: KeySet;
  readonly signToken: SignToken;
  readonly config: IdentityConfig;
  readonly internalSecret: string;
};

export const accountsRoutes = (needs: RoutesNeed): Handlers<typeof identityApi> => {
  const { accounts, config, internalSecret, keys } = needs;
  const secure = config.PUBLIC_URL.startsWith('https:');
  const enter = logIn({ ...needs, secret: internalSecret });
  const open = register(needs);
  const change = updateProfile(needs);

  /** The answer of register and login; the cookie is for streams, where no header can be sent (checklist IDN-35). */
  const session = (account: Account, { response }: Exchange): AnswerOf<(typeof identityApi)['login']> => {
    const token = needs.signToken(account);
    response.append('set-cookie', sessionCookie(token, { secure, maxAge: config.JWT_TTL }));
    response.set('cache-control', 'no-store');
    return { token, user: { _id: account._id, name: account.name, role: account.role } };
  };

  const addressOfCaller = ({ request }: Exchange): string =>
    addressOf(
      {
        socketAddress: request.socket.remoteAddress,
        clientIpHeader: request.get('x-client-ip'),
        secretHeader: request.get('x-internal-secret'),
      },
      internalSecret,
    );

  return {
    register: async ({ body }, _caller, exchange) => session(await open(body), exchange),
    login: async ({ body }, _caller, exchange) =>
      session(await enter(loginOf(body), body.password, addressOfCaller(exchange)), exchange),
    logout: async (_input, _caller, { response }) => {
      response.append('set-cookie', clearSessionCookie());
    },
    getProfile: async (_input, caller, { response }) => {
      const account = await accounts.byId(caller.userId);
      if (!account) throw new Refusal('invalid-token', accountSentences.invalidToken);
      response.set('cache-control', 'no-store');
      return profileOf(account);
    },
    updateProfile: async ({ body }, caller) => profileOf(await change(caller.userId, body)),
    jwks: async (_input, _caller, { response }) => {
      response.set('cache-control', 'public, max-age=60');
      return { keys: keys.published() };
    },
    peopleCards: async ({ query }) => {
      const ids = idsOf(query.ids);
      if (ids.length > CARDS_MAX) throw new Refusal('validation-failed', accountSentences.tooManyCards);
      return { people: await accounts.cards(ids) };
    },
  };
};
