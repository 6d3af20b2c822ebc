import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import type { Media } from './media.rules.ts';

/** Withdraws an item; owners keep access (checklist CAT-54). @throws Refusal not-found */
export const withdrawMedia = (change: ChangeMedia, kind: MediaKind, mediaId: string): Promise<Media> =>
  change(mediaId, {
    kind,
    edit: () => ({ status: 'withdrawn' }),
    featured: false,
    updateKind: 'deleted',
    isEditorial: true,
  });
