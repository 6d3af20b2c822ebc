import { z } from 'zod';
import { defineEvent } from './event.ts';
import { UserId } from './schemas.ts';
import { type ServiceName, serviceNames, services } from './services.ts';

export type ErasingService = {
  [S in ServiceName]: (typeof services)[S]['acknowledgesErasure'] extends true ? S : never;
}[ServiceName];

/**
 * Services besides identity that store personal data and erase it when an account is deleted. Each subscribes to
 * `identity.user-deleted.v1` and acknowledges with `<service>.user-forgotten.v1`. Identity publishes the first event
 * again, with a new id, until all services have acknowledged. Erasure and acknowledgement must be idempotent.
 */
export const erasingServices: readonly ErasingService[] = serviceNames.filter(
  (name): name is ErasingService => services[name].acknowledgesErasure,
);

const erasureAcknowledgement = <S extends ErasingService>(service: S) =>
  defineEvent(
    `${service}.user-forgotten.v1`,
    `${service} stores no personal data of this account any more. Published once for each user-deleted event.`,
    z.object({ userId: UserId }),
  );

/** The erasure acknowledgement of each service. Erasure and acknowledgement are one write. */
export const userForgotten = Object.fromEntries(
  erasingServices.map((service) => [service, erasureAcknowledgement(service)]),
) as Readonly<Record<ErasingService, ReturnType<typeof erasureAcknowledgement<ErasingService>>>>;
