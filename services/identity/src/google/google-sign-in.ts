import { Refusal } from '@satrangi/chassis';
import { accountTexts, isEmail, NAME_MAX, UserId, userRegistered } from '@satrangi/contracts';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { type Account, hasUnprovedGoogle } from '../accounts/accounts.rules.ts';
import type { GooglePerson } from '../providers/google.ts';
import { unlinkUnprovedGoogle } from './unlink-google.ts';

const TRIES = 5;
const NAMELESS = 'Reader';

/**
 * Finds, joins or makes the account of somebody Google knows (checklist IDN-14, IDN-36). An account is joined only by
 * an address Google has verified. If that mailbox was not proved before, another person may have opened the account
 * under it: its password, phone, sessions, another Google link and a change of address under way end then. A link opens
 * the account only while it was proved for the account's own address (decision 0032).
 * @throws Refusal login-failed.
 */
export const googleSignIn = (needs: Needs) => {
  const { accounts, clock, ids, newEvent } = needs;
  const facts = accountFacts(needs);
  const unlink = unlinkUnprovedGoogle(needs);

  const join = (account: Account, email: string, googleId: string): Promise<Account | null> => {
    const { _id, tokenVersion, emailVerifiedAt } = account;
    const isProven = emailVerifiedAt !== undefined;
    const endsSessions = !isProven || account.googleId !== undefined;
    return accounts.change(
      // what the account is read as decides what goes: a write in between makes this one miss
      {
        _id,
        email,
        tokenVersion,
        googleId: account.googleId ?? { $exists: false },
        emailVerifiedAt: emailVerifiedAt ?? { $exists: false },
      },
      {
        set: { googleId, googleEmail: email, emailVerifiedAt: emailVerifiedAt ?? clock.now().toISOString() },
        unset: isProven ? ['unproved'] : ['passwordHash', 'phone', 'reset', 'newEmail', 'unproved'],
        endSessions: endsSessions,
        events: endsSessions ? [facts.sessionsEnded(account)] : [],
      },
    );
  };

  const open = async ({ googleId, name }: GooglePerson, email: string): Promise<Account | null> => {
    const now = clock.now().toISOString();
    const account: Account = {
      _id: UserId.parse(ids.newId()),
      name: (name ?? NAMELESS).slice(0, NAME_MAX),
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
    const { _id: userId, role, tokenVersion } = account;
    const event = newEvent(userRegistered, {
      subject: `user/${userId}`,
      data: { userId, role, tokenVersion },
    });
    return (await accounts.add(account, [event])) ? account : null;
  };

  /**
   * Links older than `googleEmail` are judged by what Google vouches for now.
   * @returns null when the link was unproved, which unlinks it and ends the sessions, or the account changed in between
   */
  const enterLinked = async (account: Account, { googleId, verifiedEmail }: GooglePerson) => {
    const { _id, email, tokenVersion } = account;
    if (!hasUnprovedGoogle(account)) return account;
    const same = { _id, googleId, tokenVersion, email: email ?? { $exists: false } };
    if (account.googleEmail === undefined && email !== undefined && verifiedEmail === email)
      return accounts.change(same, { set: { googleEmail: email } });
    await accounts.change(same, {
      ...unlink(account),
      endSessions: true,
      events: [facts.sessionsEnded(account)],
    });
    return null;
  };

  return async (person: GooglePerson): Promise<Account> => {
    const { googleId, verifiedEmail } = person;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const known = await accounts.one({ googleId });
      const linked = known && (await enterLinked(known, person));
      if (linked) return linked;
      if (known) continue;
      if (!verifiedEmail || !isEmail(verifiedEmail)) break;
      const namesake = await accounts.byLogin({ email: verifiedEmail });
      if (namesake?.googleId === googleId) continue;
      // the address belongs to an account of another Google person: one of the two had it before
      if (namesake?.googleId && !hasUnprovedGoogle(namesake)) break;
      const entered = await (namesake
        ? join(namesake, verifiedEmail, googleId)
        : open(person, verifiedEmail));
      if (entered) return entered;
    }
    throw new Refusal('login-failed', accountTexts.googleFailed);
  };
};
