/**
 * The six kinds of media, each said once: `stored` in documents and events (hyphenated), `joined` on public
 * answers and in live messages, `path` of the list route, `page` of the frontend, `label` for people,
 * `pigment` the colour that means this kind and nothing else.
 */
export const mediaTypes = [
  {
    stored: 'ebook',
    joined: 'ebook',
    path: 'ebooks',
    admin: 'ebooks',
    page: 'ebook',
    label: 'eBook',
    pigment: 'anaar',
  },
  {
    stored: 'short-film',
    joined: 'shortfilm',
    path: 'shortfilms',
    admin: 'short-films',
    page: 'short-film',
    label: 'Short film',
    pigment: 'firoza',
  },
  {
    stored: 'documentary',
    joined: 'documentary',
    path: 'documentaries',
    admin: 'documentaries',
    page: 'documentary',
    label: 'Documentary',
    pigment: 'neel',
  },
  {
    stored: 'audio-story',
    joined: 'audiostory',
    path: 'audiostories',
    admin: 'audio-stories',
    page: 'audio-story',
    label: 'Audio story',
    pigment: 'gulmohar',
  },
  {
    stored: 'magazine',
    joined: 'magazine',
    path: 'magazines',
    admin: 'magazines',
    page: 'magazine',
    label: 'Magazine',
    pigment: 'haldi',
  },
  {
    stored: 'oral-history',
    joined: 'oralhistory',
    path: 'oral-histories',
    admin: 'oral-histories',
    page: 'oral-history',
    label: 'Oral history',
    pigment: 'neem',
  },
] as const;

/** As documents and events keep it: `short-film`. */
export type StoredMediaType = (typeof mediaTypes)[number]['stored'];
/** As public answers and live messages say it: `shortfilm`. */
export type JoinedMediaType = (typeof mediaTypes)[number]['joined'];

/** The stored spelling of either spelling; undefined for anything else. */
export const storedOf = (text: string): StoredMediaType | undefined =>
  mediaTypes.find((type) => type.stored === text || type.joined === text)?.stored;

export const joinedOf = (stored: StoredMediaType): JoinedMediaType =>
  mediaTypes.find((type) => type.stored === stored)?.joined ?? 'ebook';

/** The first entry of an item's `formats` is its primary one. */
export const formats = ['text', 'audio', 'video', 'archive'] as const;
export type Format = (typeof formats)[number];

export const collections = ['digital-library', 'archives'] as const;
export type Collection = (typeof collections)[number];

/** The seven pigments of the house; a colour never means a rank, only a kind or a cover. */
export const pigments = ['anaar', 'gulmohar', 'haldi', 'neem', 'firoza', 'neel', 'jamun'] as const;
export type Pigment = (typeof pigments)[number];

export const coverMotifs = [
  'windows',
  'moon',
  'monsoon',
  'kite',
  'waves',
  'buttons',
  'train',
  'sun',
  'leaves',
  'balcony',
  'thread',
  'lamp',
  'ledger',
  'stairs',
] as const;
export type CoverMotif = (typeof coverMotifs)[number];

/** A cover drawn by the page from a recipe: no image bytes, sharp at every size. */
export type CoverArt = {
  readonly motif: CoverMotif;
  readonly ground: Pigment;
  readonly figure: Pigment;
  readonly accent: Pigment;
};

/** How many pages a stranger may read: the editor's number, else a tenth, at least one (checklist CAT-48). */
export const previewPageCount = (pages: number, flipbookPages: number | null): number =>
  Math.min(pages, flipbookPages ?? Math.max(1, Math.floor(pages / 10)));
