import type { Kit, Said } from '@satrangi/chassis';
import { type AnyEvent, accessGranted, accessRevoked, type OrderId } from '@satrangi/contracts';
import { type HeldItem, libraryUpdated } from './access.rules.ts';

type Events = Kit<unknown>['events'];

const tell =
  (definition: typeof accessGranted | typeof accessRevoked) =>
  (
    events: Events,
    item: HeldItem,
    {
      causation,
      completes,
    }: { readonly causation?: AnyEvent; readonly completes?: OrderId | undefined } = {},
  ): Said => {
    const { userId, mediaId, mediaType, format } = item;
    const data = { userId, mediaId, mediaType, format, ...(completes ? { completes } : {}) };
    const event = events.newEvent(definition, { subject: `media/${mediaId}`, data, causation });
    return { events: [event], live: [libraryUpdated(item)] };
  };

/** What the other services and this reader's open pages hear of a new grant, and of its end. */
export const tellGranted = tell(accessGranted);
export const tellRevoked = tell(accessRevoked);
