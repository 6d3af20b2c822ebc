import type { EventOf, mediaChanged } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import { type Media, mediaOf, snapshotOf } from './media.rules.ts';
import type { MediaStore } from './media.store.ts';

type Parts = {
  readonly media: MediaStore;
  readonly access: AccessStore;
  /** Draws the first pages of the sample when nobody waits for anything else. */
  readonly warm: (media: Media) => void;
};

/** Out of order is safe: a higher version replaces a lower one, never the other way round. */
export const rememberMedia =
  ({ media, access, warm }: Parts) =>
  async (event: EventOf<typeof mediaChanged>): Promise<void> => {
    const item = mediaOf(event);
    const isNews = await media.keep(item);
    // Also for old news: an earlier run may have stopped before this line.
    await access.fillSnapshot(item._id, snapshotOf(item));
    if (isNews) warm(item);
  };
