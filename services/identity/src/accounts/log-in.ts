import { Refusal } from '@satrangi/chassis';
import { attemptKey } from '../attempts/attempts.rules.ts';
import { refuseWhenTired } from '../attempts/refuse-when-tired.ts';
import { throttleByAddress } from '../attempts/throttle.ts';
import { type Device, isKnownDevice } from '../devices/devices.rules.ts';
import type { Needs } from './accounts.needs.ts';
import { type Account, accountSentences, type Login } from './accounts.rules.ts';

export type Visitor = {
  readonly address: string;
  /** The browser, when it has logged in to some account before. */
  readonly device: Device | null;
};
/** An attempt that was counted; `settle` says that it was right. */
type Counted = { readonly settle: () => Promise<unknown> };

/**
 * Trades identifier and password for the account. An unknown identifier, a wrong password: same work, same words
 * (checklist IDN-08). Attempts are counted before the password is looked at. A browser that has logged in to the account
 * before has a budget of its own. Everybody else shares those of address and networks, and of the account: once that is
 * spent, a few attempts a minute are looked at, from wherever they come (attack S15).
 * @throws Refusal login-failed, too-many-requests.
 */
export const logIn = (needs: Needs) => {
  const { accounts, passwords, attempts, secret } = needs;
  const byAddress = throttleByAddress(needs);

  const countKnown = async (device: Device, identifier: string): Promise<Counted> => {
    const key = attemptKey(secret, 'device', identifier, device.id);
    refuseWhenTired(await attempts.begin('device', key));
    return { settle: () => attempts.forget(key) };
  };

  const countStranger = async (address: string, identifier: string): Promise<Counted> => {
    refuseWhenTired(
      ...(await Promise.all([
        byAddress.begin('login', address, identifier),
        byAddress.begin('address', address),
      ])),
    );
    const failures = attemptKey(secret, 'account', identifier);
    if ((await attempts.begin('account', failures)) > 0)
      refuseWhenTired(await attempts.begin('accountSlowed', attemptKey(secret, 'accountSlowed', identifier)));
    return {
      settle: () =>
        Promise.all([
          byAddress.forgive('login', address, identifier),
          byAddress.takeBack('address', address),
          attempts.takeBack(failures),
        ]),
    };
  };

  /** One comparison at least: an unknown identifier costs as much as a known one. */
  const withPassword = async (found: readonly Account[], password: string): Promise<Account | undefined> => {
    const [first, ...others] = found;
    if (await passwords().matches(first?.passwordHash, password)) return first;
    for (const other of others) if (await passwords().matches(other.passwordHash, password)) return other;
    return undefined;
  };

  return async (login: Login, password: string, { address, device }: Visitor): Promise<Account> => {
    const identifier = Object.values(login).join();
    const found = await accounts.allByLogin(login);
    const isKnown = device && found.some(({ _id }) => isKnownDevice(secret, device, _id));
    const counted = isKnown ? await countKnown(device, identifier) : await countStranger(address, identifier);
    const account = await withPassword(found, password);
    const kept = account?.passwordHash;
    if (!account || !kept) throw new Refusal('login-failed', accountSentences.loginFailed);
    await counted.settle();
    if (passwords().isDated(kept)) {
      const passwordHash = await passwords().hash(password);
      // only while the account still has the hash just compared: a password changed meanwhile stays changed
      await accounts.change({ _id: account._id, passwordHash: kept }, { set: { passwordHash } });
    }
    return account;
  };
};
