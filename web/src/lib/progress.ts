import type { LibraryEntry } from '@satrangi/contracts';
import { paths } from './paths.ts';
import { clockText } from './times.ts';

type Progress = NonNullable<LibraryEntry['progress']>;
type Media = Pick<LibraryEntry['media'], '_id' | 'mediaType'>;

/** Progress in percent. */
export const percentOf = (progress: Progress): number => {
  const [at, all] =
    'page' in progress ? [progress.page, progress.pages] : [progress.seconds, progress.duration];
  return Math.min(100, Math.round((at / all) * 100));
};

/** `Page 47 of 212`, `12:42 of 41:00` */
export const progressText = (progress: Progress): string =>
  'page' in progress
    ? `Page ${progress.page} of ${progress.pages}`
    : `${clockText(progress.seconds)} of ${clockText(progress.duration)}`;

/** Where reading or playback resumes: `page 47`, `12:42`. */
export const resumeText = (progress: Progress): string =>
  'page' in progress ? `page ${progress.page}` : clockText(progress.seconds);

/** Books and magazines open in the reader; films and recordings open on their page. */
export const openPath = ({ _id: id, mediaType }: Media): string =>
  mediaType === 'ebook' || mediaType === 'magazine' ? paths.read(id) : paths.media(mediaType, id);

const verbs = {
  ebook: 'Read',
  magazine: 'Read',
  audiostory: 'Listen',
  oralhistory: 'Listen',
  shortfilm: 'Watch',
  documentary: 'Watch',
} as const;

export const verbOf = ({ mediaType }: Pick<Media, 'mediaType'>): string => verbs[mediaType];

/** The later of the progress in the entry and in the progress list. */
export const latestProgress = (a: Progress | null, b: Progress | null | undefined): Progress | null => {
  if (!a || !b) return a ?? b ?? null;
  return a.at >= b.at ? a : b;
};
