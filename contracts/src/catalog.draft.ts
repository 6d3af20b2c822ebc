import { z } from 'zod';
import { draftShape, draftTexts } from './catalog.fields.ts';
import { driveFileIdOf } from './drive.ts';
import { collectionOfPage, type MediaKind } from './media.ts';

const fields = z.object(draftShape);
type Fields = z.output<typeof fields>;

/** What an editor sends of an item of any kind. Unknown fields are ignored; ratings and files have their own endpoints. */
export type MediaDraft = Fields;

/** The first Drive link of a draft: `driveLink`, or the URL of its video, audio or PDF. */
export const driveLinkIn = (
  draft: Pick<Fields, 'driveLink' | 'videoUrl' | 'audioUrl' | 'pdfUrl'>,
): string | null =>
  [draft.driveLink, draft.videoUrl, draft.audioUrl, draft.pdfUrl].find(
    (link) => link && driveFileIdOf(link),
  ) ?? null;

const addIssue = (context: z.RefinementCtx, field: string, message: string): void => {
  context.addIssue({ code: 'custom', message, path: [field] });
};

/**
 * The draft schema of one kind. A film or story with a stored file needs no URL. Only the service has that
 * information, so it checks with `missingMedia`.
 */
export const draftOfKind = (kind: MediaKind) =>
  fields.superRefine((draft, context) => {
    if (!draft.format && !draft.formats) addIssue(context, 'format', draftTexts.format);
    if (draft.mediaType && draft.mediaType !== kind.stored) addIssue(context, 'mediaType', draftTexts.kind);
    if (draft.page !== undefined && !collectionOfPage(draft.page)) addIssue(context, 'page', draftTexts.page);
    if (kind.creator === 'author' && !draft.author) addIssue(context, 'author', draftTexts.author);
    if (kind.creator === 'director' && !draft.director) addIssue(context, 'director', draftTexts.director);
    const starts = draft.chapters.map(({ startSeconds }) => startSeconds);
    if (starts.some((start, n) => n > 0 && start <= (starts[n - 1] ?? 0)))
      addIssue(context, 'chapters', draftTexts.chapters);
  });

/** The validation sentence for a sample that would begin after the last page of the file, or null. */
export const sampleStartAfterEnd = (
  { sampleStart }: Pick<Fields, 'sampleStart'>,
  filePages: number,
): string | null =>
  sampleStart !== null && filePages > 0 && sampleStart > filePages
    ? `${draftTexts.sampleStart}, which has ${filePages}`
    : null;

/** The validation sentence for a film or audio item without a file or URL, or null (checklist CAT-28, CAT-29). */
export const missingMedia = (kind: MediaKind, draft: Fields, hasUploadedFile: boolean): string | null => {
  if (kind.file === 'pdf' || hasUploadedFile || draft.fileFollows || driveLinkIn(draft)) return null;
  if (kind.file === 'video') return draft.videoUrl ? null : draftTexts.videoUrl;
  return draft.audioUrl ? null : draftTexts.audioUrl;
};
