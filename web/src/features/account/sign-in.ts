import { ApiError } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { safeStorage, UNSENT_LOGOUT_KEY } from '../../lib/store.ts';
import { track } from '../../lib/track.ts';

type Identity = { readonly email: string } | { readonly phone: string };

type LoginResponse = { readonly token: string; readonly user: { readonly _id: string } };

const beginSession = (
  { token, user }: LoginResponse,
  event: 'login' | 'register',
  method: 'password' | 'google' = 'password',
): void => {
  session.begin({ token, userId: user._id });
  track(event, { method });
  // Runs in the background, with its code loaded on demand.
  import('../../lib/country.ts').then(({ saveCountry }) => saveCountry()).catch(() => undefined);
};

export const logIn = async (identity: Identity, password: string): Promise<void> =>
  beginSession(await api.identity.login({ body: { ...identity, password } }), 'login');

type NewAccount = {
  readonly name: string;
  readonly password: string;
  readonly pronouns: string | undefined;
  readonly bio: string | undefined;
};

/** The proof-of-work challenge of a refusal; see `proof` of the contract. */
const challengeOf = (error: unknown): { challenge: string; bits: number } | null => {
  const { challenge, bits } = (error instanceof ApiError && error.problem.data) || {};
  return typeof challenge === 'string' && typeof bits === 'number' ? { challenge, bits } : null;
};

/**
 * Creates an account. Under load the server first requires a proof of work, which takes this browser a second or two.
 * @returns `in`, or `mail` where registration is by mail
 */
export const signUp = async (identity: Identity, account: NewAccount): Promise<'in' | 'mail'> => {
  const body = { ...identity, ...account };
  const created = await api.identity.register({ body }).catch(async (error: unknown) => {
    const challenge = challengeOf(error);
    if (!challenge) throw error;
    const { solveChallenge } = await import('../../lib/proof-of-work.ts');
    const answer = await solveChallenge(challenge.challenge, challenge.bits);
    return api.identity.register({ body: { ...body, proof: { challenge: challenge.challenge, answer } } });
  });
  if (!('token' in created)) return 'mail';
  beginSession(created, 'register');
  return 'in';
};

/** The last step where registration is by mail. @param token of the mailed link */
export const confirmSignUp = async (token: string, password: string): Promise<void> =>
  beginSession(await api.identity.confirmRegistration({ body: { token, password } }), 'register');

/** A new password ended every session of the account: logs in again with it, or out when that fails. */
export const logInAgain = async (
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  password: string,
): Promise<void> => {
  const identity = email ? { email } : phone ? { phone } : null;
  try {
    if (!identity) throw new Error('account without email and phone');
    await logIn(identity, password);
  } catch {
    session.end();
  }
};

/** Exchanges Google's ID token for a session; the first time creates an account. */
export const googleSignIn = async (credential: string, next: string): Promise<void> =>
  beginSession(await api.identity.googleSignIn({ body: { credential, next } }), 'login', 'google');

/** Ends the session here; this tab forgets what it was given and played, as at Exit: computers are shared. */
export const leaveSession = (): void => {
  session.end();
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
};

/**
 * The server clears its cookie and the browser its token: the reader is logged out even when the server does not
 * answer, which is told later then.
 */
export const logOut = async (): Promise<void> => {
  try {
    await api.identity.logout();
  } catch {
    // The local session ends anyway.
    safeStorage.write(UNSENT_LOGOUT_KEY, '1');
  } finally {
    leaveSession();
  }
};
