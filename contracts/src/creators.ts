import type { MediaItem } from './catalog.media.ts';
import { pagePaths, pathWithId } from './page-paths.ts';

/** What people do for an item, in the order of their pages. */
export const creatorRoles = ['author', 'director', 'narrator', 'speaker', 'cast'] as const;
export type CreatorRole = (typeof creatorRoles)[number];

/** One person and one role. */
export type Credit = { readonly role: CreatorRole; readonly name: string };

type Credited = Pick<
  MediaItem,
  'mediaType' | 'creator' | 'author' | 'director' | 'narrator' | 'speaker' | 'cast'
>;

/** The person of an entry of the cast: `Ba: Jayaben Vora` is Jayaben Vora as Ba. */
export const castName = (entry: string): string =>
  /^[^:]+:\s+(?<name>.+)$/su.exec(entry)?.groups?.name ?? entry;

/** `author` repeats the creator where a kind has no author of its own (decision 0130). */
const hasAuthor = ({ mediaType, author, director, narrator, speaker }: Credited): boolean =>
  mediaType === 'ebook' || mediaType === 'magazine' || ![director, narrator, speaker].includes(author);

/** Who made an item: each name with each of its roles, in the order of the roles. */
export const creditsOf = (item: Credited): readonly Credit[] => {
  const named: Readonly<Record<CreatorRole, readonly (string | null)[]>> = {
    author: [hasAuthor(item) ? item.author : null],
    director: [item.director],
    narrator: [item.narrator],
    speaker: [item.speaker],
    cast: item.cast.map(castName),
  };
  return creatorRoles.flatMap((role) => named[role].flatMap((name) => (name ? [{ role, name }] : [])));
};

/** The names of an item that have a page, each once. */
export const creatorNames = (item: Credited): readonly string[] => [
  ...new Set([item.creator, ...creditsOf(item).map(({ name }) => name)].filter((name) => name !== '')),
];

/** How titles name a narrator that is no person. */
export const SYNTHETIC_VOICE = 'a synthetic voice';

/** Whether a name of an item is that of a person. A synthetic voice has a page too: its titles. */
export const isPerson = (name: string): boolean =>
  name.trim().replaceAll(/\s+/g, ' ').toLowerCase() !== SYNTHETIC_VOICE;

/** The path of the page of everybody with this name. */
export const personPath = (name: string): string => pathWithId(pagePaths.person, name);

/** The path of the page of a series. */
export const seriesPath = (name: string): string => pathWithId(pagePaths.series, name);
