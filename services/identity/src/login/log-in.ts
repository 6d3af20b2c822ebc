import { Refusal } from '@satrangi/chassis';
import type { Deps } from '../accounts/accounts.deps.ts';
import { type Account, accountMessages, type LoginIdentifier } from '../accounts/accounts.rules.ts';
import { type Device, isKnownDevice } from '../devices/known-devices.rules.ts';
import { enforceRateLimit } from '../login-throttle/enforce-rate-limit.ts';

export type LoginClient = {
  readonly address: string;
  /** The browser, when it has logged in to some account before. */
  readonly device: Device | null;
};
/** An attempt that was counted as a failure in advance; `succeed` takes it back. */
type CountedAttempt = { readonly succeed: () => Promise<unknown> };

/**
 * Checks identifier and password. An unknown identifier and a wrong password cost the same and get the same response
 * (checklist IDN-08). Attempts are counted before the password is checked. A known device has its own budget. Unknown
 * devices share the budgets of address, networks and account; when the account's is spent, a few attempts per minute
 * are allowed from all addresses together (attack S15).
 * @throws Refusal login-failed, too-many-requests
 */
export const logIn = (deps: Deps) => {
  const { accounts, passwords, rateLimits, secret } = deps;
  const { byAddress } = deps.rateLimits;

  const countKnownDevice = async (device: Device, identifier: string): Promise<CountedAttempt> => {
    enforceRateLimit(await rateLimits.consume('device', identifier, device.id));
    return { succeed: () => rateLimits.reset('device', identifier, device.id) };
  };

  const countUnknownDevice = async (address: string, identifier: string): Promise<CountedAttempt> => {
    enforceRateLimit(
      ...(await Promise.all([
        byAddress.consume('login', address, identifier),
        byAddress.consume('address', address),
      ])),
    );
    if ((await rateLimits.consume('account', identifier)) > 0)
      enforceRateLimit(await rateLimits.consume('accountSlowed', identifier));
    return {
      succeed: () =>
        Promise.all([
          byAddress.reset('login', address, identifier),
          byAddress.release('address', address),
          rateLimits.release('account', identifier),
        ]),
    };
  };

  /** Compares at least once, so that an unknown identifier costs as much as a known one. */
  const withPassword = async (found: readonly Account[], password: string): Promise<Account | undefined> => {
    const [first, ...others] = found;
    if (await passwords().matches(first?.passwordHash, password)) return first;
    for (const other of others) if (await passwords().matches(other.passwordHash, password)) return other;
    return undefined;
  };

  return async (
    login: LoginIdentifier,
    password: string,
    { address, device }: LoginClient,
  ): Promise<Account> => {
    const identifier = Object.values(login).join();
    const found = await accounts.allByIdentifier(login);
    const isKnown = device && found.some(({ _id }) => isKnownDevice(secret, device, _id));
    const attempt = isKnown
      ? await countKnownDevice(device, identifier)
      : await countUnknownDevice(address, identifier);
    const account = await withPassword(found, password);
    const stored = account?.passwordHash;
    if (!account || !stored) throw new Refusal('login-failed', accountMessages.loginFailed);
    await attempt.succeed();
    if (passwords().isOutdated(stored)) {
      const passwordHash = await passwords().hash(password);
      // Matches only the hash just compared, so that a concurrent password change is kept.
      await accounts.change({ _id: account._id, passwordHash: stored }, { set: { passwordHash } });
    }
    return account;
  };
};
