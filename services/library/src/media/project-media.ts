import type { EventOf, mediaChanged } from '@satrangi/contracts';
import { type Media, mediaOf } from './media.rules.ts';
import type { MediaStore } from './media.store.ts';

type Deps = {
  readonly media: MediaStore;
  /** Adds the item's display fields to grants that were made before its first event. */
  readonly completeGrants: (media: Media) => Promise<void>;
  /** Renders the sample's first pages in the background. */
  readonly warm: (media: Media) => void;
};

/** Projects catalog items into the read model. Safe out of order: only a higher version replaces a stored one. */
export const projectMedia =
  ({ media, completeGrants, warm }: Deps) =>
  async (event: EventOf<typeof mediaChanged>): Promise<void> => {
    const item = mediaOf(event);
    const isNewer = await media.upsertNewer(item);
    // Also for an old version: an earlier delivery may have stopped before this line.
    await completeGrants(item);
    if (isNewer) warm(item);
  };
