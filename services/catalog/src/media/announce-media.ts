import { type catalogSnapshotRequested, type EventOf, mediaChanged } from '@satrangi/contracts';
import { factsOf } from './facts.rules.ts';
import type { Needs } from './media.needs.ts';

/** Somebody starts with an empty memory: every item says itself again, once for each request. */
export const announceMedia =
  ({ media, newEvent }: Needs) =>
  async (request: EventOf<typeof catalogSnapshotRequested>): Promise<void> => {
    for await (const item of media.each()) {
      const facts = newEvent(mediaChanged, {
        subject: `media/${item._id}`,
        data: factsOf(item),
        causation: request,
      });
      // An item that changes at this moment says itself anyway.
      await media.announce(item, facts, request.id);
    }
  };
