import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** The cheapest of OWASP's equivalent argon2id settings: 7 MiB, five passes (decision 0008). Runs off the event loop. */
const cost = { memoryCost: 7_168, timeCost: 5, parallelism: 1 } as const;
const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** Keyboards may send different code points for the same letters. */
const normalised = (password: string): string => password.normalize('NFKC');

const hashPassword = (password: string): Promise<string> => hash(normalised(password), cost);

export type PasswordHashing = Awaited<ReturnType<typeof createPasswordHashing>>;

/** Password checks take as long for an unknown account as for a known one (promise P37). */
export const createPasswordHashing = async () => {
  const decoyHash = await hashPassword(randomBytes(24).toString('base64url'));
  return {
    hash: hashPassword,
    /** @param stored the account's hash; undefined when there is no account: same work, always false */
    matches: async (stored: string | undefined, password: string): Promise<boolean> =>
      (await verify(stored ?? decoyHash, normalised(password))) && stored !== undefined,
    /** True for a hash with other settings than the current ones; it is replaced at the next login. */
    isOutdated: (stored: string): boolean => !stored.startsWith(prefix),
  };
};
