import { createHash, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** The default client id of ID tokens. */
export const SANDBOX_CLIENT_ID = 'satrangi-sandbox.apps.googleusercontent.com';

export type GoogleAccount = {
  readonly email: string;
  readonly name: string;
  /** The claim `email_verified`. */
  readonly verified: boolean;
  readonly clientId: string;
  readonly nonce?: string | undefined;
  /** Derived from the address by default, as stable as at Google. */
  readonly sub?: string | undefined;
};

const HOUR_S = 3_600;
const makePair = promisify(generateKeyPair);
const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** 21 digits, as Google's are. */
const subOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 17)}`)
    .toString()
    .padStart(21, '1');

const makeKey = async () => {
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha1').update(String(jwk.n)).digest('hex');
  return { kid, privateKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } };
};

export type GoogleTokens = ReturnType<typeof googleTokens>;

/** ID tokens signed with a key of this process; the key is created on first use. */
export const googleTokens = (now: () => Date) => {
  let made: ReturnType<typeof makeKey> | undefined;
  const key = (): ReturnType<typeof makeKey> => {
    made ??= makeKey();
    return made;
  };
  return {
    /** The JSON Web Key Set. */
    certs: async (): Promise<{ keys: unknown[] }> => ({ keys: [(await key()).jwk] }),
    credential: async (account: GoogleAccount): Promise<string> => {
      const { kid, privateKey } = await key();
      const iat = Math.floor(now().getTime() / 1000);
      const claims = {
        iss: 'https://accounts.google.com',
        azp: account.clientId,
        aud: account.clientId,
        sub: account.sub ?? subOf(account.email),
        email: account.email,
        email_verified: account.verified,
        ...(account.nonce === undefined ? {} : { nonce: account.nonce }),
        name: account.name,
        iat,
        exp: iat + HOUR_S,
      };
      const signed = `${encoded({ alg: 'RS256', kid, typ: 'JWT' })}.${encoded(claims)}`;
      return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
};
