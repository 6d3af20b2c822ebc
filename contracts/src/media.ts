/** How many items can be featured at once. */
export const FEATURED_MAX = 3;

/**
 * The table of the six media kinds. `stored`: name in documents and events (hyphenated). `joined`: name in public
 * responses and live messages. `path`, `admin`, `page`: segments of the list route, the admin routes and the frontend.
 * `label`: name for people. `one`, `many`: parts of endpoint names (`getShortFilm`, `listShortFilms`). `creator`: the
 * field with the creator. `file`: the file type. `pigment`: the colour reserved for this kind.
 */
export const mediaTypes = [
  {
    stored: 'ebook',
    joined: 'ebook',
    path: 'ebooks',
    admin: 'ebooks',
    page: 'ebook',
    label: 'eBook',
    one: 'Ebook',
    many: 'Ebooks',
    creator: 'author',
    file: 'pdf',
    pigment: 'anaar',
  },
  {
    stored: 'short-film',
    joined: 'shortfilm',
    path: 'shortfilms',
    admin: 'short-films',
    page: 'short-film',
    label: 'Short film',
    one: 'ShortFilm',
    many: 'ShortFilms',
    creator: 'director',
    file: 'video',
    pigment: 'firoza',
  },
  {
    stored: 'documentary',
    joined: 'documentary',
    path: 'documentaries',
    admin: 'documentaries',
    page: 'documentary',
    label: 'Documentary',
    one: 'Documentary',
    many: 'Documentaries',
    creator: 'director',
    file: 'video',
    pigment: 'neel',
  },
  {
    stored: 'audio-story',
    joined: 'audiostory',
    path: 'audiostories',
    admin: 'audio-stories',
    page: 'audio-story',
    label: 'Audio story',
    one: 'AudioStory',
    many: 'AudioStories',
    creator: 'narrator',
    file: 'audio',
    pigment: 'gulmohar',
  },
  {
    stored: 'magazine',
    joined: 'magazine',
    path: 'magazines',
    admin: 'magazines',
    page: 'magazine',
    label: 'Magazine',
    one: 'Magazine',
    many: 'Magazines',
    creator: 'author',
    file: 'pdf',
    pigment: 'haldi',
  },
  {
    stored: 'oral-history',
    joined: 'oralhistory',
    path: 'oral-histories',
    admin: 'oral-histories',
    page: 'oral-history',
    label: 'Oral history',
    one: 'OralHistory',
    many: 'OralHistories',
    creator: 'speaker',
    file: 'audio',
    pigment: 'neem',
  },
] as const;

/** One row of the table. */
export type MediaKind = (typeof mediaTypes)[number];

/** Spelling in documents and events: `short-film`. */
export type StoredMediaType = (typeof mediaTypes)[number]['stored'];
/** Spelling in public responses and live messages: `shortfilm`. */
export type JoinedMediaType = (typeof mediaTypes)[number]['joined'];

/** The stored spelling of either spelling; undefined for anything else. */
export const storedOf = (text: string): StoredMediaType | undefined =>
  mediaTypes.find((type) => type.stored === text || type.joined === text)?.stored;

/** The row of a kind, by its stored spelling. */
export const kindOf = (stored: StoredMediaType): MediaKind =>
  mediaTypes.find((type) => type.stored === stored) ?? mediaTypes[0];

export const joinedOf = (stored: StoredMediaType): JoinedMediaType => kindOf(stored).joined;

/** The row of a kind, by the spelling of public responses. */
export const kindOfJoined = (joined: JoinedMediaType): MediaKind =>
  mediaTypes.find((type) => type.joined === joined) ?? mediaTypes[0];

/** The first entry of an item's `formats` is its primary one. */
export const formats = ['text', 'audio', 'video', 'archive'] as const;

export const collections = ['digital-library', 'archives'] as const;
export type Collection = (typeof collections)[number];

/** Page names of the shop, used in list queries, and the collection of each (checklist CAT-18, CAT-44). */
export const collectionPages = [
  { page: 'Digital Library', collection: 'digital-library' },
  { page: 'Archives', collection: 'archives' },
] as const;
export type CollectionPage = (typeof collectionPages)[number]['page'];

export const pageOfCollection = (collection: Collection): CollectionPage =>
  collectionPages.find((each) => each.collection === collection)?.page ?? 'Digital Library';

/** Undefined for a page that shows no collection. */
export const collectionOfPage = (page: string): Collection | undefined =>
  collectionPages.find((each) => each.page === page)?.collection;
