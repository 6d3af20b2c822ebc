import { Refusal } from '@satrangi/chassis';
import { accountTexts, isEmail, NAME_MAX, UserId, userRegistered } from '@satrangi/contracts';
import { accountFacts } from '../accounts/account-facts.ts';
import type { Needs } from '../accounts/accounts.needs.ts';
import type { Account } from '../accounts/accounts.rules.ts';
import type { GooglePerson } from '../providers/google.ts';

const TRIES = 5;
const NAMELESS = 'Reader';

/**
 * Finds, joins or makes the account of somebody Google knows (checklist IDN-14, IDN-36). An account is joined only by
 * an address Google has verified. If nobody had proved before that they read that mail, whoever opened the account
 * under it may have been somebody else: its password, its sessions and a change of address under way end then.
 * @throws Refusal login-failed.
 */
export const googleSignIn = (needs: Needs) => {
  const { accounts, clock, ids, newEvent } = needs;
  const facts = accountFacts(needs);

  const join = (account: Account, email: string, googleId: string): Promise<Account | null> => {
    const { _id, tokenVersion, emailVerifiedAt } = account;
    const isProven = emailVerifiedAt !== undefined;
    return accounts.change(
      { _id, email, tokenVersion, googleId: { $exists: false } },
      {
        set: { googleId, emailVerifiedAt: emailVerifiedAt ?? clock.now().toISOString() },
        ...(isProven
          ? {}
          : {
              unset: ['passwordHash', 'reset', 'newEmail'],
              endSessions: true,
              events: [facts.sessionsEnded(account)],
            }),
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

  return async (person: GooglePerson): Promise<Account> => {
    const { googleId, verifiedEmail } = person;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const known = await accounts.one({ googleId });
      if (known) return known;
      if (!verifiedEmail || !isEmail(verifiedEmail)) break;
      const namesake = await accounts.byLogin({ email: verifiedEmail });
      if (namesake?.googleId === googleId) return namesake;
      // the address belongs to an account of another Google person: one of the two had it before
      if (namesake?.googleId) break;
      const entered = await (namesake
        ? join(namesake, verifiedEmail, googleId)
        : open(person, verifiedEmail));
      if (entered) return entered;
    }
    throw new Refusal('login-failed', accountTexts.googleFailed);
  };
};
