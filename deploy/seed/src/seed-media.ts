import { CoverArt, type MediaKind, mediaTypes } from '@satrangi/contracts';
import { z } from 'zod';
import { readContent, readContentFile } from './read-content.ts';

const wordCount = (text: string): number => text.split(/\s+/).length;

/** A voice of espeak-ng: its name, words a minute, and pitch from 0 to 99. */
export const Voice = z.strictObject({ name: z.string(), speed: z.int(), pitch: z.int() });
export type Voice = z.infer<typeof Voice>;

/** Metadata of all kinds except eBooks; prices as in `SeedMetadata`. */
const fields = {
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(1),
  altTitle: z.string().min(1).optional(),
  pronouns: z.string().min(1).optional(),
  tagline: z.string().min(1).max(140),
  description: z
    .string()
    .refine((text) => wordCount(text) >= 60 && wordCount(text) <= 120, 'A description has 60 to 120 words.'),
  language: z.enum(['en', 'hi', 'ta', 'bn', 'mr']),
  year: z.int().min(1900).max(2100),
  genres: z.array(z.string().min(1)).min(1),
  tags: z.array(z.string().min(1)).min(1),
  contentNotes: z.array(z.string().min(1)),
  collection: z.enum(['digital-library', 'archives']),
  priceINR: z.int().min(0).nullable(),
  priceUSD: z.number().min(0).nullable(),
  featured: z.boolean(),
  cover: CoverArt,
};
const film = {
  ...fields,
  director: z.string().min(1),
  /** The director’s name in the script of the film, for its title card. */
  directorOwnScript: z.string().min(1).optional(),
  cast: z.array(z.string().min(1)),
  awards: z.string().min(1).optional(),
  voice: Voice,
};

const recorded = {
  ...fields,
  voice: Voice,
  /** File format: browsers play both, M4A is smaller. */
  sound: z.enum(['mp3', 'm4a']),
};

export const AudioStory = z.strictObject({
  ...recorded,
  author: z.string().min(1),
  narrator: z.string().min(1),
});
export const OralHistory = z.strictObject({
  ...recorded,
  speaker: z.string().min(1),
  place: z.string().min(1),
  interviewer: Voice,
});
export const Film = z.strictObject(film);
export const Magazine = z.strictObject({
  ...fields,
  author: z.string().min(1),
  /** The editor’s name in the script of the magazine, for its title page. */
  authorOwnScript: z.string().min(1).optional(),
  issueNumber: z.string().min(1),
  flipbookPages: z.int().min(1),
  /** The page of the file on which the first piece begins. */
  sampleStart: z.int().min(1),
});
export type AudioStory = z.infer<typeof AudioStory>;
export type OralHistory = z.infer<typeof OralHistory>;
export type Film = z.infer<typeof Film>;
export type Magazine = z.infer<typeof Magazine>;

const folderOf = (kind: MediaKind['stored']): string =>
  mediaTypes.find(({ stored }) => stored === kind)?.admin ?? kind;

export const readAudioStories = (): Promise<AudioStory[]> => readContent(folderOf('audio-story'), AudioStory);
export const readOralHistories = (): Promise<OralHistory[]> =>
  readContent(folderOf('oral-history'), OralHistory);
export const readShortFilms = (): Promise<Film[]> => readContent(folderOf('short-film'), Film);
export const readDocumentaries = (): Promise<Film[]> => readContent(folderOf('documentary'), Film);
export const readMagazines = (): Promise<Magazine[]> => readContent(folderOf('magazine'), Magazine);

/** The text of an item as written: a manuscript or a storyboard. */
export const readText = (kind: MediaKind['stored'], slug: string): Promise<string> =>
  readContentFile(folderOf(kind), `${slug}.md`);
