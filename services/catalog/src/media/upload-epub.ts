import { Refusal, type UploadedFile } from '@satrangi/chassis';
import { EPUB_TYPE } from '@satrangi/chassis/archives';
import { kindOf } from '@satrangi/contracts';
import { type EpubProblem, inspectEpub } from '../files/epub.ts';
import type { ChangeMedia } from './change-media.ts';
import type { Deps } from './media.deps.ts';
import { type Media, revisionOf, type StoredPart } from './media.rules.ts';
import { publishedItem } from './published-item.ts';

const ebook = kindOf('ebook');

const epubTexts: Readonly<Record<EpubProblem | 'missing', string>> = {
  missing: 'Choose an EPUB file',
  other: 'Invalid file type. Please upload an EPUB file.',
  unreadable: 'That EPUB can not be read. Please export it again.',
  protected: 'That EPUB is encrypted. Please export it without DRM and without encrypted fonts.',
  scripted:
    'That EPUB contains scripts or forms, which act on the devices of readers. Please export it without them.',
  remote: 'That EPUB loads parts from other sites, which would see who reads. Please put them into the file.',
};

/** Sets or replaces the EPUB of an ebook. Idempotent for the same bytes. @throws Refusal not-found, validation-failed */
export const uploadEpub =
  (deps: Deps, change: ChangeMedia) =>
  async (mediaId: string, upload: UploadedFile | undefined): Promise<Media> => {
    await publishedItem(deps, ebook, mediaId);
    if (!upload) throw new Refusal('validation-failed', epubTexts.missing);
    const problem = await inspectEpub(upload.path);
    if (problem) throw new Refusal('validation-failed', epubTexts[problem]);
    const { key, bytes, sha256 } = await deps.files.put(upload.path, { mimeType: EPUB_TYPE });
    const epub: StoredPart = { key, revision: revisionOf(sha256), bytes, mimeType: EPUB_TYPE };
    return change(mediaId, {
      kind: ebook,
      edit: ({ epub: current }) => (current?.revision === epub.revision ? null : { epub }),
      updateKind: 'updated',
      isEditorial: true,
    });
  };
