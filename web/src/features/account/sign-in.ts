import { ApiError } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';

type Identity = { readonly email: string } | { readonly phone: string };

type Started = { readonly token: string; readonly user: { readonly _id: string } };

const begin = ({ token, user }: Started): void => {
  session.begin({ token, userId: user._id });
  // Nobody waits for it, not even for its code.
  import('../../lib/country.ts').then(({ rememberCountry }) => rememberCountry()).catch(() => undefined);
};

export const logIn = async (identity: Identity, password: string): Promise<void> =>
  begin(await api.identity.login({ body: { ...identity, password } }));

type NewAccount = {
  readonly name: string;
  readonly password: string;
  readonly pronouns: string | undefined;
  readonly bio: string | undefined;
};

/** What a refusal asks a page to solve before it registers; see `proof` of the contract. */
const challengeOf = (error: unknown): { challenge: string; bits: number } | null => {
  const { challenge, bits } = (error instanceof ApiError && error.problem.data) || {};
  return typeof challenge === 'string' && typeof bits === 'number' ? { challenge, bits } : null;
};

/**
 * Makes an account. While many register, the server asks for a proof of work first: a second or two of this browser.
 * @returns `in`, or `mail` where the site answers by mail alone
 */
export const signUp = async (identity: Identity, account: NewAccount): Promise<'in' | 'mail'> => {
  const body = { ...identity, ...account };
  const made = await api.identity.register({ body }).catch(async (error: unknown) => {
    const asked = challengeOf(error);
    if (!asked) throw error;
    const { solveChallenge } = await import('../../lib/proof-of-work.ts');
    const answer = await solveChallenge(asked.challenge, asked.bits);
    return api.identity.register({ body: { ...body, proof: { challenge: asked.challenge, answer } } });
  });
  if (!('token' in made)) return 'mail';
  begin(made);
  return 'in';
};

/** The last step where the site answers registrations by mail. @param token of the mailed link */
export const finishSignUp = async (token: string, password: string): Promise<void> =>
  begin(await api.identity.confirmRegistration({ body: { token, password } }));

/** A new password ended every session of the account: in again with it, or out when that does not work. */
export const logInAgain = async (
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  password: string,
): Promise<void> => {
  const identity = email ? { email } : phone ? { phone } : null;
  try {
    if (!identity) throw new Error('nothing to log in with');
    await logIn(identity, password);
  } catch {
    session.end();
  }
};

/** Google's ID token for a token of this site; the first time makes an account. */
export const googleSignIn = async (credential: string, next: string): Promise<void> =>
  begin(await api.identity.googleSignIn({ body: { credential, next } }));

/** The cookie is the server's to forget, the token ours: the reader is out even when the server does not answer. */
export const logOut = async (): Promise<void> => {
  try {
    await api.identity.logout();
  } catch {
    // Out is out.
  } finally {
    session.end();
  }
};
