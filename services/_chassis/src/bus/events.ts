import {
  type AnyEvent,
  type EventDefinition,
  EventHeader,
  type EventOf,
  type SubscriptionDefinition,
} from '@satrangi/contracts';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { correlationId, withCorrelation } from '../correlation.ts';
import type { Ids } from '../ids.ts';

/** A queue's listener: what it is bound to and what it does with a message. */
export type Subscription = {
  readonly queue: string;
  readonly service: string;
  readonly type: string;
  /** @throws PermanentError for a message that can never be right; anything else is tried again later. */
  readonly handle: (event: unknown) => Promise<void>;
};

/** Trying again will not help: the message is parked at once, with this reason. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Listens on one queue of the contracts. The message is checked first, so the handler sees only what it was promised. */
export const on = <E extends EventDefinition>(
  definition: SubscriptionDefinition<E>,
  handle: (event: EventOf<E>) => Promise<void>,
): Subscription => {
  const { type, data } = definition.event;
  return {
    queue: definition.queue,
    service: definition.service,
    type,
    handle: async (raw) => {
      const header = EventHeader.safeParse(raw);
      if (!header.success) throw new PermanentError('not an event of this platform');
      if (header.data.type !== type) throw new PermanentError(`unknown type ${header.data.type}`);
      const checked = data.safeParse((raw as { data?: unknown }).data);
      if (!checked.success) {
        const [issue] = checked.error.issues;
        throw new PermanentError(`data does not fit: /${issue?.path.join('/')} ${issue?.code}`);
      }
      const event = { ...header.data, type, data: checked.data as EventOf<E>['data'] };
      await withCorrelation(event.correlationid, () => handle(event));
    },
  };
};

export type NewEvent = <E extends EventDefinition>(
  definition: E,
  fact: {
    readonly subject: string;
    readonly data: z.input<E['data']>;
    /** The event this one answers. Its correlation goes on, else that of the request or message handled now. */
    readonly causation?: AnyEvent | undefined;
    /** Only for facts that may be said again: the same id then, every time. */
    readonly id?: string | undefined;
  },
) => EventOf<E>;

/** Makes events of one source. @throws ZodError when the data is not what the contract says: a defect of the caller. */
export const eventsOf =
  (source: string, clock: Clock, ids: Ids): NewEvent =>
  (definition, { subject, data, causation, id }) => ({
    specversion: '1.0',
    id: id ?? ids.newId(),
    type: definition.type,
    source,
    subject,
    time: clock.now().toISOString(),
    correlationid: causation?.correlationid ?? correlationId() ?? ids.newId(),
    ...(causation ? { causationid: causation.id } : {}),
    data: definition.data.parse(data) as EventOf<typeof definition>['data'],
  });
