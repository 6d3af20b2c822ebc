import { Refusal } from '@satrangi/chassis';
import { accountTexts, isEmail, NAME_MAX, UserId } from '@satrangi/contracts';
import { accountEvents } from '../accounts/account-events.ts';
import type { Deps } from '../accounts/accounts.deps.ts';
import { type Account, hasUnprovedGoogle } from '../accounts/accounts.rules.ts';
import type { GoogleUser } from '../providers/google.ts';
import { unlinkUnprovedGoogle } from './unlink-google.ts';

const TRIES = 5;
/** The name of an account whose ID token has none. */
const DEFAULT_NAME = 'Reader';

/** Links a Google user to the account of its email; ways to log in that nobody verified are removed. */
const linkGoogle = (deps: Deps) => {
  const { accounts, clock } = deps;
  const { sessionsEnded } = accountEvents(deps);

  return (account: Account, email: string, googleId: string): Promise<Account | null> => {
    const { _id, tokenVersion, emailVerifiedAt } = account;
    const isVerified = emailVerifiedAt !== undefined;
    const endsSessions = !isVerified || account.googleId !== undefined;
    return accounts.change(
      // Matches the account only as it was read, because that state decides which fields are unset.
      {
        _id,
        email,
        tokenVersion,
        googleId: account.googleId ?? { $exists: false },
        emailVerifiedAt: emailVerifiedAt ?? { $exists: false },
      },
      {
        set: { googleId, googleEmail: email, emailVerifiedAt: emailVerifiedAt ?? clock.now().toISOString() },
        unset: isVerified ? ['unproved'] : ['passwordHash', 'phone', 'reset', 'newEmail', 'unproved'],
        endSessions: endsSessions,
        events: endsSessions ? [sessionsEnded(account)] : [],
      },
    );
  };
};

/** Creates the account of a Google user. */
const createFromGoogle = (deps: Deps) => {
  const { accounts, clock, ids } = deps;
  const { registered } = accountEvents(deps);

  return async ({ googleId, name }: GoogleUser, email: string): Promise<Account | null> => {
    const now = clock.now().toISOString();
    const account: Account = {
      _id: UserId.parse(ids.newId()),
      name: (name ?? DEFAULT_NAME).slice(0, NAME_MAX),
      email,
      googleId,
      googleEmail: email,
      emailVerifiedAt: now,
      pronouns: null,
      bio: null,
      city: null,
      interests: [],
      country: null,
      role: 'USER',
      tokenVersion: 0,
      createdAt: now,
    };
    return (await accounts.add(account, [registered(account)])) ? account : null;
  };
};

/**
 * Finds, links or creates the account of a Google user (checklist IDN-14, IDN-36). An existing account is linked only by
 * an email that Google has verified. When the account's email was not verified before, another person may have
 * registered it: linking then removes its password, phone, sessions, other Google link and pending change of email. A
 * link is accepted only while it was verified for the account's current email (decision 0032).
 * @throws Refusal login-failed
 */
export const googleSignIn = (deps: Deps) => {
  const { accounts } = deps;
  const { sessionsEnded } = accountEvents(deps);
  const unlink = unlinkUnprovedGoogle(deps);
  const link = linkGoogle(deps);
  const create = createFromGoogle(deps);

  /**
   * Links older than `googleEmail` are checked against the email that Google verifies now.
   * @returns null after removing an unverified link and ending its sessions, or after a concurrent change
   */
  const openLinked = async (account: Account, { googleId, verifiedEmail }: GoogleUser) => {
    const { _id, email, tokenVersion } = account;
    if (!hasUnprovedGoogle(account)) return account;
    const unchanged = { _id, googleId, tokenVersion, email: email ?? { $exists: false } };
    if (account.googleEmail === undefined && email !== undefined && verifiedEmail === email)
      return accounts.change(unchanged, { set: { googleEmail: email } });
    await accounts.change(unchanged, {
      ...unlink(account),
      endSessions: true,
      events: [sessionsEnded(account)],
    });
    return null;
  };

  return async (googleUser: GoogleUser): Promise<Account> => {
    const { googleId, verifiedEmail } = googleUser;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const known = await accounts.byGoogleId(googleId);
      const linked = known && (await openLinked(known, googleUser));
      if (linked) return linked;
      if (known) continue;
      if (!verifiedEmail || !isEmail(verifiedEmail)) break;
      const owner = await accounts.byIdentifier({ email: verifiedEmail });
      if (owner?.googleId === googleId) continue;
      // Another Google user is linked to this email; the address was reassigned.
      if (owner?.googleId && !hasUnprovedGoogle(owner)) break;
      const account = await (owner
        ? link(owner, verifiedEmail, googleId)
        : create(googleUser, verifiedEmail));
      if (account) return account;
    }
    throw new Refusal('login-failed', accountTexts.googleFailed);
  };
};
