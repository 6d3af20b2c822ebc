import type { Needs } from '../accounts/accounts.needs.ts';
import { scopesOf } from './address-scopes.rules.ts';
import { attemptKey, type LimitName } from './attempts.rules.ts';

/** Attempts of one visitor, counted under the address and the networks around it. */
export const throttleByAddress = ({ attempts, secret }: Pick<Needs, 'attempts' | 'secret'>) => {
  const keysOf = (limit: LimitName, address: string, about: readonly string[]) =>
    scopesOf(address).map(({ prefix, factor }) => ({
      key: attemptKey(secret, limit, ...about, prefix),
      factor,
    }));

  return {
    /** Counts one attempt. @returns 0 when it may go on, else the seconds to wait */
    begin: async (limit: LimitName, address: string, ...about: readonly string[]): Promise<number> => {
      const waits = keysOf(limit, address, about).map(({ key, factor }) =>
        attempts.begin(limit, key, factor),
      );
      return Math.max(...(await Promise.all(waits)));
    },
    /** This attempt was right and does not count. */
    takeBack: async (limit: LimitName, address: string, ...about: readonly string[]): Promise<void> => {
      await Promise.all(keysOf(limit, address, about).map(({ key }) => attempts.takeBack(key)));
    },
    /** This attempt was right: failures of this address are forgiven, those of the networks around it are not. */
    forgive: async (limit: LimitName, address: string, ...about: readonly string[]): Promise<void> => {
      const [own, ...around] = keysOf(limit, address, about);
      await Promise.all([
        ...(own ? [attempts.forget(own.key)] : []),
        ...around.map(({ key }) => attempts.takeBack(key)),
      ]);
    },
  };
};
