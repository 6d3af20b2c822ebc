import type { MediaKind } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import type { Media } from './media.rules.ts';

/** Takes an item off the shelf for good; owners keep it (checklist CAT-54). @throws Refusal not-found. */
export const withdrawMedia = (change: ChangeMedia, kind: MediaKind, mediaId: string): Promise<Media> =>
  change(mediaId, {
    kind,
    edit: () => ({ status: 'withdrawn' }),
    featured: false,
    happened: 'deleted',
    isEditorial: true,
  });
