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

export const signUp = async (identity: Identity, account: NewAccount): Promise<void> =>
  begin(await api.identity.register({ body: { ...identity, ...account } }));

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
