import type { ErasingService, EventOf, userForgotten } from '@satrangi/contracts';
import { pendingServices } from './erasure-saga.rules.ts';
import type { PrivacyDeps } from './privacy.deps.ts';

type Confirmation = EventOf<(typeof userForgotten)[ErasingService]>;

/** Records that a service has erased a user's data. Idempotent; the last confirmation closes the record. */
export const recordErasure =
  ({ erasures, clock }: Pick<PrivacyDeps, 'erasures' | 'clock'>, service: ErasingService) =>
  async ({ data: { userId } }: Confirmation): Promise<void> => {
    const record = await erasures.confirm(userId, service, clock.now());
    if (record && pendingServices(record.erasure).length === 0) await erasures.reschedule(record, null);
  };
