import { Refusal } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { languageOf } from '../files/webvtt.rules.ts';
import type { ChangeMedia } from './change-media.ts';
import type { Media } from './media.rules.ts';

const captionsMissing = 'Captions not found';

/** Removes the captions in one language. @throws Refusal not-found, also when there are none in that language */
export const deleteCaptions =
  (change: ChangeMedia) =>
  (kind: MediaKind, mediaId: string, language: string): Promise<Media> =>
    change(mediaId, {
      kind,
      edit: ({ captions }) => {
        const left = captions.filter((each) => each.language !== languageOf(language));
        if (left.length === captions.length) throw new Refusal('not-found', captionsMissing);
        return { captions: left };
      },
      updateKind: 'updated',
      isEditorial: true,
    });
