import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import type { Media } from './media.rules.ts';

/**
 * Publishes a withdrawn item again. Its featured slot was released and may belong to another item, so it is not
 * featured. Its linked Drive file is inspected again: while it was withdrawn, the inspection left it alone. Idempotent.
 * @throws Refusal not-found
 */
export const restoreMedia = (change: ChangeMedia, kind: MediaKind, mediaId: string): Promise<Media> =>
  change(mediaId, {
    kind,
    edit: ({ status }) => (status === 'withdrawn' ? { status: 'published' } : null),
    updateKind: 'updated',
    changesWithdrawn: true,
    inspectsDrive: true,
    isEditorial: true,
  });
