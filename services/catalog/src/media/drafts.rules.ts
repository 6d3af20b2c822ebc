import { createHash } from 'node:crypto';
import { loadedFields } from '@satrangi/contracts';
import { type Media, revisionOf } from './media.rules.ts';

/** The fields of a draft, in the shape in which an editor's form sends them back. */
export const draftOf = (media: Media): Record<string, unknown> => {
  const fileFollows = !media.driveLink && !media.videoUrl && !media.audioUrl;
  const values: Readonly<Record<string, unknown>> = { ...media, fileFollows };
  const loaded = loadedFields.filter(({ name, isSparse }) => !isSparse || values[name]);
  return Object.fromEntries(loaded.map(({ name }) => [name, values[name]]));
};

/**
 * The revision for `If-Match`. It changes only with fields that a save replaces: ratings, thumbnails and durations do not
 * change it.
 */
export const draftRevisionOf = (media: Media): string => {
  const content = JSON.stringify([draftOf(media), media.transcriptFile?.revision ?? null]);
  return revisionOf(createHash('sha256').update(content).digest('hex'));
};
