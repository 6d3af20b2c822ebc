import type { OutboxMessages, ServiceContext } from '@satrangi/chassis';
import { type AnyEvent, accessGranted, accessRevoked, type OrderId } from '@satrangi/contracts';
import { type HeldItem, libraryUpdated } from './access.rules.ts';

type Events = ServiceContext<unknown>['events'];
type Cause = { readonly causation?: AnyEvent; readonly completes?: OrderId | undefined };

const messagesFor =
  (definition: typeof accessGranted | typeof accessRevoked) =>
  (events: Events, item: HeldItem, { causation, completes }: Cause = {}): OutboxMessages => {
    const { userId, mediaId, mediaType, format } = item;
    const data = { userId, mediaId, mediaType, format, ...(completes ? { completes } : {}) };
    const event = events.newEvent(definition, { subject: `media/${mediaId}`, data, causation });
    return { events: [event], live: [libraryUpdated(item)] };
  };

/** Outbox messages for a new grant: the event for other services and a live message for the reader's open pages. */
export const grantedMessages = messagesFor(accessGranted);
/** Outbox messages for a revoked grant, with the same shape. */
export const revokedMessages = messagesFor(accessRevoked);
