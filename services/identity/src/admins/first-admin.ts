import { randomBytes } from 'node:crypto';
import { UserId } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { DEFAULT_ADMIN_EMAIL, newAccount } from '../accounts/accounts.rules.ts';

export type AdminCredentials = { readonly email: string; readonly password: string };
export type FirstAdmin = {
  readonly email: string | undefined;
  readonly password: string | undefined;
  /** Receives a generated password once. It is not logged, and the store holds its hash only. */
  readonly onFirstAdmin: ((credentials: AdminCredentials) => void) | undefined;
};

/**
 * Creates the first admin when there is none (checklist IDN-37). An existing account with the admin's email becomes the
 * admin: new password, all sessions ended. Does nothing without a password and without a receiver for a generated one.
 * @returns whether there is an admin now
 */
export const ensureFirstAdmin = (deps: Deps) => {
  const { accounts, passwords, clock, ids } = deps;
  const { registered, sessionsEnded } = accountEvents(deps);
  return async ({ email = DEFAULT_ADMIN_EMAIL, password, onFirstAdmin }: FirstAdmin): Promise<boolean> => {
    if (await accounts.hasAdmin()) return true;
    if (password === undefined && !onFirstAdmin) return false;
    const secret = password ?? randomBytes(15).toString('base64url');
    const passwordHash = await passwords().hash(secret);

    const userId = UserId.parse(ids.newId());
    const account = newAccount(
      { name: 'Admin', email, password: secret },
      { userId, passwordHash, now: clock.now() },
    );
    const admin = { ...account, role: 'ADMIN' } as const;
    if (!(await accounts.add(admin, [registered(admin)]))) {
      const existing = await accounts.byIdentifier({ email });
      if (!existing || existing.role === 'ADMIN') return accounts.hasAdmin();
      const updated = sessionsEnded({ ...existing, role: 'ADMIN' });
      if (!(await accounts.makeAdmin(existing, passwordHash, [updated]))) return accounts.hasAdmin();
    }
    if (password === undefined) onFirstAdmin?.({ email, password: secret });
    return true;
  };
};
