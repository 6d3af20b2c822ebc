import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Of OWASP's equal argon2id settings the one that costs a login least: 7 MiB, five passes (decision 0008). Off the event loop. */
const cost = { memoryCost: 7_168, timeCost: 5, parallelism: 1 } as const;
const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** The same letters typed on another keyboard are the same password. */
const typed = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(typed(password), cost);

export type Passwords = Awaited<ReturnType<typeof openPasswords>>;

/** Password checks that take as long for an account that does not exist as for one that does (promise P37). */
export const openPasswords = async () => {
  const nobodysHash = await hashPassword(randomBytes(24).toString('base64url'));
  return {
    hash: hashPassword,
    /** @param kept the account's hash, undefined when there is no such account: same work, always false. */
    matches: async (kept: string | undefined, password: string): Promise<boolean> =>
      (await verify(kept ?? nobodysHash, typed(password))) && kept !== undefined,
    /** Made with another setting than today's: made anew at the next login. */
    isDated: (kept: string): boolean => !kept.startsWith(prefix),
  };
};
