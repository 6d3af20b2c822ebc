import { Refusal } from '@satrangi/chassis';
import { kindOf } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import type { Media } from './media.rules.ts';

const epubMissing = 'EPUB not found';

/** Removes the EPUB of an ebook. @throws Refusal not-found, also when it has none */
export const deleteEpub =
  (change: ChangeMedia) =>
  (mediaId: string): Promise<Media> =>
    change(mediaId, {
      kind: kindOf('ebook'),
      edit: ({ epub }) => {
        if (!epub) throw new Refusal('not-found', epubMissing);
        return { epub: null };
      },
      updateKind: 'updated',
      isEditorial: true,
    });
