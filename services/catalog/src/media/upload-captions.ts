import { readFile } from 'node:fs/promises';
import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { captionTexts, languageOf, wrongWithCaptions } from '../files/webvtt.rules.ts';
import type { ChangeMedia } from './change-media.ts';
import type { Needs } from './media.needs.ts';
import { type Captions, type Media, revisionOf } from './media.rules.ts';
import { shownItem } from './shown-item.ts';

const noCaptions = 'Captions belong to films and sound.';

const textOf = async (upload: UploadedFile): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(upload.path));
  } catch {
    throw new Refusal('validation-failed', captionTexts.notWebVtt);
  }
};

/** Sets or replaces the captions in one language. @throws Refusal not-found, validation-failed. */
export const uploadCaptions =
  (needs: Needs, change: ChangeMedia) =>
  async (
    kind: MediaKind,
    mediaId: string,
    wanted: { readonly language: string; readonly upload: UploadedFile | undefined },
  ): Promise<Media> => {
    await shownItem(needs, kind, mediaId);
    if (kind.file === 'pdf') throw new Refusal('validation-failed', noCaptions);
    const language = languageOf(wanted.language);
    if (!language) throw new Refusal('validation-failed', captionTexts.language);
    if (!wanted.upload) throw new Refusal('validation-failed', captionTexts.notWebVtt);
    const wrong = wrongWithCaptions(await textOf(wanted.upload));
    if (wrong) throw new Refusal('validation-failed', wrong);
    const mimeType = 'text/vtt; charset=utf-8';
    const { key, bytes, sha256 } = await needs.files.put(wanted.upload.path, { mimeType });
    const captions: Captions = { key, revision: revisionOf(sha256), bytes, mimeType, language };
    return change(mediaId, {
      kind,
      edit: ({ captions: current }) =>
        current.some((each) => each.language === language && each.revision === captions.revision)
          ? null
          : {
              captions: [...current.filter((each) => each.language !== language), captions].sort((a, b) =>
                a.language < b.language ? -1 : 1,
              ),
            },
      happened: 'updated',
      isEditorial: true,
    });
  };
