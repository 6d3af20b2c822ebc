import { z } from 'zod';
import { AdminActOutcome } from './admin-act-outcome.ts';
import { defineEvent } from './event.ts';
import { Instant, UserId } from './schemas.ts';
import { type ServiceName, serviceNames } from './services.ts';

const adminActedOf = <S extends ServiceName>(service: S) =>
  defineEvent(
    `${service}.admin-acted.v1`,
    `An admin called an endpoint of ${service} that changes something. Once for each outcome of a call; a known outcome replaces \`unknown\`.`,
    z.object({
      actId: z.string(),
      by: UserId,
      call: z.string().describe('service and endpoint, `cms.saveSection`'),
      target: z.string().nullable().describe('id in the path of the call; never a body'),
      outcome: AdminActOutcome,
      requestId: z.string(),
      at: Instant.describe('when the call began'),
    }),
  );

/** The audit event of each service. The chassis publishes it, and analytics-usage keeps it. */
export const adminActed = Object.fromEntries(
  serviceNames.map((service) => [service, adminActedOf(service)]),
) as Readonly<Record<ServiceName, ReturnType<typeof adminActedOf<ServiceName>>>>;
