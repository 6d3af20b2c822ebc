import { readFile } from 'node:fs/promises';
import { Refusal, type UploadedFile } from '@satrangi/chassis';
import type { MediaKind } from '@satrangi/contracts';
import { captionsProblem, captionTexts, languageOf } from '../files/webvtt.rules.ts';
import type { ChangeMedia } from './change-media.ts';
import type { Deps } from './media.deps.ts';
import { type Captions, type Media, revisionOf } from './media.rules.ts';
import { publishedItem } from './published-item.ts';

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
  (deps: Deps, change: ChangeMedia) =>
  async (
    kind: MediaKind,
    mediaId: string,
    wanted: { readonly language: string; readonly upload: UploadedFile | undefined },
  ): Promise<Media> => {
    await publishedItem(deps, kind, mediaId);
    if (kind.file === 'pdf') throw new Refusal('validation-failed', noCaptions);
    const language = languageOf(wanted.language);
    if (!language) throw new Refusal('validation-failed', captionTexts.language);
    if (!wanted.upload) throw new Refusal('validation-failed', captionTexts.notWebVtt);
    const problem = captionsProblem(await textOf(wanted.upload));
    if (problem) throw new Refusal('validation-failed', problem);
    const mimeType = 'text/vtt; charset=utf-8';
    const { key, bytes, sha256 } = await deps.files.put(wanted.upload.path, { mimeType });
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
      updateKind: 'updated',
      isEditorial: true,
    });
  };
