import { type catalogSnapshotRequested, type EventOf, mediaChanged } from '@satrangi/contracts';
import type { Deps } from './media.deps.ts';
import { mediaChangedOf } from './media-changed.rules.ts';

/** Handles a snapshot request of a service with an empty projection: republishes every item, once per request. */
export const republishMedia =
  ({ media, newEvent }: Deps) =>
  async (request: EventOf<typeof catalogSnapshotRequested>): Promise<void> => {
    for await (const item of media.all()) {
      const event = newEvent(mediaChanged, {
        subject: `media/${item._id}`,
        data: mediaChangedOf(item),
        causation: request,
      });
      // A concurrent change of the item publishes a newer event itself.
      await media.republish(item, event, request.id);
    }
  };
