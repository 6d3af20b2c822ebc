import type { ErasingService, EventOf, userForgotten } from '@satrangi/contracts';
import type { Needs } from '../accounts/accounts.needs.ts';
import { stillSilent } from './erasure.rules.ts';

type Answer = EventOf<(typeof userForgotten)[ErasingService]>;

/** A service says that it has forgotten somebody. Heard twice it changes nothing; the last one closes the record. */
export const noteForgotten =
  ({ accounts, clock }: Pick<Needs, 'accounts' | 'clock'>, service: ErasingService) =>
  async ({ data: { userId } }: Answer): Promise<void> => {
    const record = await accounts.erasures.note(userId, service, clock.now());
    if (record && stillSilent(record.erasure).length === 0) await accounts.erasures.lookAgain(record, null);
  };
