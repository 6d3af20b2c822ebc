import { Refusal } from '@satrangi/chassis';
import { type catalogApi, type InputOf, kindOf } from '@satrangi/contracts';
import type { ChangeMedia } from './change-media.ts';
import { type Media, mediaSentences } from './media.rules.ts';

/**
 * Stores the waveform in the file it was measured of, so that another file has none. Idempotent.
 * @throws Refusal not-found, validation-failed for other kinds, version-conflict when the item has another file by now
 */
export const putWaveform =
  (change: ChangeMedia) =>
  (
    mediaId: string,
    { fileId, waveform }: InputOf<(typeof catalogApi)['putWaveform']>['body'],
  ): Promise<Media> =>
    change(mediaId, {
      edit: ({ mediaType, file }) => {
        if (kindOf(mediaType).file !== 'audio')
          throw new Refusal('validation-failed', mediaSentences.noRecording);
        if (file?.revision !== fileId) throw new Refusal('version-conflict', mediaSentences.otherFile);
        return file.waveform === waveform ? null : { file: { ...file, waveform } };
      },
      updateKind: 'updated',
      isEditorial: false,
    });
