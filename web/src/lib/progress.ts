import type { LibraryEntry } from '@satrangi/contracts';
import { isRead, kinds } from './kinds.ts';
import { paths } from './paths.ts';
import { clockText } from './times.ts';

/** A position in a book, or in a film or recording (seconds). */
type Place =
  | { readonly page: number; readonly pages: number }
  | { readonly seconds: number; readonly duration: number };
type Media = { readonly _id: string; readonly mediaType: LibraryEntry['mediaType'] };

/** Progress in percent. */
export const percentOf = (progress: Place): number => {
  const [at, all] =
    'page' in progress ? [progress.page, progress.pages] : [progress.seconds, progress.duration];
  return Math.min(100, Math.round((at / all) * 100));
};

/** `Page 47 of 212`, `12:42 of 41:00` */
export const progressText = (progress: Place): string =>
  'page' in progress
    ? `Page ${progress.page} of ${progress.pages}`
    : `${clockText(progress.seconds)} of ${clockText(progress.duration)}`;

/** Where reading or playback resumes: `page 47`, `12:42`. */
export const resumeText = (progress: Place): string =>
  'page' in progress ? `page ${progress.page}` : clockText(progress.seconds);

/** Books and magazines open in the reader; films and recordings open on their page. */
export const openPath = ({ _id: id, mediaType }: Media): string =>
  isRead(mediaType) ? paths.read(id) : paths.media(mediaType, id);

export const verbOf = ({ mediaType }: Pick<Media, 'mediaType'>): string => kinds[mediaType].verb;
