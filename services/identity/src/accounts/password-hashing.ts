import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id settings. Runs off the event loop. */
const costs = {
  /** The cheapest of OWASP's equivalent settings: 7 MiB, five passes (decision 0008). */
  full: { memoryCost: 7_168, timeCost: 5, parallelism: 1 },
  /** For tests that do not measure the cost; refused in production. */
  minimal: { memoryCost: 64, timeCost: 1, parallelism: 1 },
} as const;
export type PasswordCost = keyof typeof costs;

/** Keyboards may send different code points for the same letters. */
const normalised = (password: string): string => password.normalize('NFKC');

export type PasswordHashing = Awaited<ReturnType<typeof createPasswordHashing>>;

/** Password checks take as long for an unknown account as for a known one (promise P37). */
export const createPasswordHashing = async (costName: PasswordCost) => {
  const cost = costs[costName];
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const hashPassword = (password: string): Promise<string> => hash(normalised(password), cost);
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
