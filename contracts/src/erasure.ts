import { z } from 'zod';
import { defineEvent } from './event.ts';
import { UserId } from './schemas.ts';
import { type ServiceName, serviceNames, services } from './services.ts';

export type ErasingService = {
  [S in ServiceName]: (typeof services)[S]['acknowledgesErasure'] extends true ? S : never;
}[ServiceName];

/**
 * Services that keep something of a person beside identity, and forget it when the account ends. Each hears
 * `identity.user-deleted.v1` and answers with `<service>.user-forgotten.v1`. Identity says the first again, as an event
 * with another id, until everyone of this list has answered: forgetting and answering must both be safe to repeat.
 */
export const erasingServices: readonly ErasingService[] = serviceNames.filter(
  (name): name is ErasingService => services[name].acknowledgesErasure,
);

const forgotten = <S extends ErasingService>(service: S) =>
  defineEvent(
    `${service}.user-forgotten.v1`,
    `Nothing in ${service} leads back to this person any more. Said every time an account is deleted, again when asked again.`,
    z.object({ userId: UserId }),
  );

/** The answers to a deletion, by service. One write forgets and says it. */
export const userForgotten = Object.fromEntries(
  erasingServices.map((service) => [service, forgotten(service)]),
) as Readonly<Record<ErasingService, ReturnType<typeof forgotten<ErasingService>>>>;
