import { z } from 'zod';

/**
 * The six kinds of media, each said once: `stored` in documents and events (hyphenated), `joined` on public
 * answers and in live messages, `path` of the list route, `page` of the frontend, `label` for people.
 */
export const mediaTypes = [
  { stored: 'ebook', joined: 'ebook', path: 'ebooks', admin: 'ebooks', page: 'ebook', label: 'eBook' },
  { stored: 'short-film', joined: 'shortfilm', path: 'shortfilms', admin: 'short-films', page: 'short-film', label: 'Short film' },
  { stored: 'documentary', joined: 'documentary', path: 'documentaries', admin: 'documentaries', page: 'documentary', label: 'Documentary' },
  { stored: 'audio-story', joined: 'audiostory', path: 'audiostories', admin: 'audio-stories', page: 'audio-story', label: 'Audio story' },
  { stored: 'magazine', joined: 'magazine', path: 'magazines', admin: 'magazines', page: 'magazine', label: 'Magazine' },
  { stored: 'oral-history', joined: 'oralhistory', path: 'oral-histories', admin: 'oral-histories', page: 'oral-history', label: 'Oral history' },
] as const;

export type StoredMediaType = (typeof mediaTypes)[number]['stored'];
export type JoinedMediaType = (typeof mediaTypes)[number]['joined'];

const stored = mediaTypes.map((type) => type.stored) as [StoredMediaType, ...StoredMediaType[]];
const joined = mediaTypes.map((type) => type.joined) as [JoinedMediaType, ...JoinedMediaType[]];

/** As documents and events keep it: `short-film`. */
export const StoredMediaType = z.enum(stored);
/** As public answers and live messages say it: `shortfilm`. */
export const JoinedMediaType = z.enum(joined);

/** Accepts both spellings and hands on the stored one. */
export const AnyMediaType = z
  .string()
  .transform((text) => mediaTypes.find((type) => type.stored === text || type.joined === text)?.stored)
  .pipe(StoredMediaType);

export const joinedOf = (type: StoredMediaType): JoinedMediaType =>
  (mediaTypes.find((row) => row.stored === type) ?? mediaTypes[0]).joined;

/** The first entry of an item's `formats` is its primary one. */
export const Format = z.enum(['text', 'audio', 'video', 'archive']);
export type Format = z.infer<typeof Format>;

export const Collection = z.enum(['digital-library', 'archives']);
export type Collection = z.infer<typeof Collection>;

/** The seven pigments of the house; a colour never means a rank, only a kind or a cover. */
export const Pigment = z.enum(['anaar', 'gulmohar', 'haldi', 'neem', 'firoza', 'neel', 'jamun']);
export type Pigment = z.infer<typeof Pigment>;

export const coverMotifs = [
  'windows', 'moon', 'monsoon', 'kite', 'waves', 'buttons', 'train',
  'sun', 'leaves', 'balcony', 'thread', 'lamp', 'ledger', 'stairs',
] as const;

/** A cover drawn by the page from a recipe: no image bytes, sharp at every size. */
export const CoverArt = z.object({
  motif: z.enum(coverMotifs),
  ground: Pigment,
  figure: Pigment,
  accent: Pigment,
});
export type CoverArt = z.infer<typeof CoverArt>;
