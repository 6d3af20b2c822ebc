import { normaliseEmail } from '@satrangi/contracts';
import type { Deps } from './accounts.deps.ts';

/**
 * Migration: rewrites emails of accounts older than decision 0032 to their normalised spelling. When another account
 * has that spelling, the older one keeps its own and is found by `oldSpellingOf`. Idempotent, and safe on several
 * replicas at once.
 */
export const normaliseEmails = async ({ accounts, log }: Pick<Deps, 'accounts' | 'log'>): Promise<void> => {
  for await (const { _id, email, oldSpellingOf } of accounts.eachNonAscii()) {
    const spelling = email === undefined ? null : normaliseEmail(email);
    if (email === undefined || spelling === null || spelling === email) continue;
    const isFree = await accounts.change(
      { _id, email },
      { set: { email: spelling }, unset: ['oldSpellingOf'] },
    );
    if (isFree || oldSpellingOf === spelling) continue;
    await accounts.change({ _id, email }, { set: { oldSpellingOf: spelling } });
    log.warn({ userId: _id, kind: 'same-mailbox' }, 'account mailbox shared with another account');
  }
};
