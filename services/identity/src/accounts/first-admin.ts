import { randomBytes } from 'node:crypto';
import { UserId, userRegistered, userUpdated } from '@satrangi/contracts';
import type { Needs } from './accounts.needs.ts';
import { DEFAULT_ADMIN_EMAIL, newAccount } from './accounts.rules.ts';

export type AdminCredentials = { readonly email: string; readonly password: string };
export type FirstAdmin = {
  readonly email: string | undefined;
  readonly password: string | undefined;
  /** Hears a password that was made up here, once. It is kept nowhere in clear and never logged. */
  readonly onFirstAdmin: ((credentials: AdminCredentials) => void) | undefined;
};

/**
 * Makes the first admin when there is none (checklist IDN-37). An account that took the admin's address before
 * becomes theirs: new password, old sessions over. Without a password and without anybody to hear a made-up one,
 * nothing is made. @returns whether there is an admin now.
 */
export const ensureFirstAdmin =
  ({ accounts, passwords, clock, ids, newEvent }: Needs) =>
  async ({ email = DEFAULT_ADMIN_EMAIL, password, onFirstAdmin }: FirstAdmin): Promise<boolean> => {
    if (await accounts.hasAdmin()) return true;
    if (password === undefined && !onFirstAdmin) return false;
    const secret = password ?? randomBytes(15).toString('base64url');
    const passwordHash = await passwords().hash(secret);

    const userId = UserId.parse(ids.newId());
    const account = newAccount(
      { name: 'Admin', email, password: secret },
      { userId, passwordHash, now: clock.now() },
    );
    const registered = newEvent(userRegistered, {
      subject: `user/${userId}`,
      data: { userId, role: 'ADMIN', tokenVersion: 0 },
    });
    if (!(await accounts.add({ ...account, role: 'ADMIN' }, [registered]))) {
      const taken = await accounts.byLogin({ email });
      if (!taken || taken.role === 'ADMIN') return accounts.hasAdmin();
      const updated = newEvent(userUpdated, {
        subject: `user/${taken._id}`,
        data: { userId: taken._id, role: 'ADMIN', tokenVersion: taken.tokenVersion + 1 },
      });
      if (!(await accounts.promote(taken, passwordHash, [updated]))) return accounts.hasAdmin();
    }
    if (password === undefined) onFirstAdmin?.({ email, password: secret });
    return true;
  };
