import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import type { Media } from './media.rules.ts';

/**
 * Publishes a withdrawn item again. Its featured slot was released and may belong to another item, so it is not
 * featured. Idempotent. @throws Refusal not-found
 */
export const restoreMedia = (change: ChangeMedia, kind: MediaKind, mediaId: string): Promise<Media> =>
  change(mediaId, {
    kind,
    edit: ({ status }) => (status === 'withdrawn' ? { status: 'published' } : null),
    updateKind: 'updated',
    changesWithdrawn: true,
    isEditorial: true,
  });
