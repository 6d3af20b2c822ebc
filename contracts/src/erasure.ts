import { z } from 'zod';
import { defineEvent } from './event.ts';
import { UserId } from './schemas.ts';

/**
 * Services that keep something of a person beside identity, and forget it when the account ends. Each hears
 * `identity.user-deleted.v1` and answers with `<service>.user-forgotten.v1`. Identity says the first again, as an event
 * with another id, until everyone of this list has answered: forgetting and answering must both be safe to repeat.
 */
export const erasingServices = ['catalog', 'library', 'payments'] as const;
export type ErasingService = (typeof erasingServices)[number];

const forgotten = <S extends ErasingService>(service: S) =>
  defineEvent(
    `${service}.user-forgotten.v1`,
    `Nothing in ${service} leads back to this person any more. Said every time an account is deleted, again when asked again.`,
    z.object({ userId: UserId }),
  );

/** The answers to a deletion, by service. One write forgets and says it. */
export const userForgotten = {
  catalog: forgotten('catalog'),
  library: forgotten('library'),
  payments: forgotten('payments'),
} as const satisfies Record<ErasingService, unknown>;
