import { normaliseEmail } from '@satrangi/contracts';
import type { Needs } from './accounts.needs.ts';

/**
 * Gives accounts from before decision 0032 the one spelling of their address. Where another account has that spelling,
 * the older one keeps its own and is found by `oldSpellingOf`. Safe to run again and on several replicas at once.
 */
export const normaliseAddresses = async ({
  accounts,
  log,
}: Pick<Needs, 'accounts' | 'log'>): Promise<void> => {
  for await (const { _id, email, oldSpellingOf } of accounts.eachSpelling()) {
    const spelling = email === undefined ? null : normaliseEmail(email);
    if (email === undefined || spelling === null || spelling === email) continue;
    const isFree = await accounts.change(
      { _id, email },
      { set: { email: spelling }, unset: ['oldSpellingOf'] },
    );
    if (isFree || oldSpellingOf === spelling) continue;
    await accounts.change({ _id, email }, { set: { oldSpellingOf: spelling } });
    log.warn({ userId: _id, kind: 'same-mailbox' }, 'account shares its mailbox with another account');
  }
};
