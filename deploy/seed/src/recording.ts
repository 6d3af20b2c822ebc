import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Waveform } from '@satrangi/contracts';
import { z } from 'zod';

export const filesFolder = join(import.meta.dirname, '..', 'files');

/**
 * Metadata of a generated film or recording, stored as `files/<slug>.json`. `wordsSha256` is the digest of the spoken
 * text, so that a later change of the text is detected.
 */
export const Recording = z.strictObject({
  durationSeconds: z.number().positive(),
  chapters: z.array(z.strictObject({ title: z.string().min(1), startSeconds: z.number().min(0) })).min(1),
  captionLanguages: z.array(z.string()).min(1),
  /** Films have none. */
  waveform: Waveform.optional(),
  wordsSha256: z.string().length(64),
});
export type Recording = z.infer<typeof Recording>;

export const readRecording = async (slug: string): Promise<Recording> =>
  Recording.parse(JSON.parse(await readFile(join(filesFolder, `${slug}.json`), 'utf8')));

export const wordsSha256 = (words: string): string => createHash('sha256').update(words).digest('hex');

/** The JSON of a recording: short lists of languages stay on one line. */
export const recordingText = (recording: Recording): string =>
  `${JSON.stringify(recording, null, 2).replaceAll(/\[\s+("[a-z]{2}"(?:,\s+"[a-z]{2}")*)\s+\]/g, (_, languages: string) => `[${languages.replaceAll(/\s+/g, ' ')}]`)}\n`;
