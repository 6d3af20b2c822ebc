import {
  CURATED_SHELF_MAX,
  type CuratedPage,
  type CuratedShelf,
  type CuratedWork,
  type EditorCurated,
  type EditorCuratedPage,
  type ItsCollection,
  type MediaItem,
} from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import type { Companion } from '../related/related.rules.ts';
import type { StoredCurated } from './curated.rules.ts';
import type { CuratedIndex } from './curated-index.ts';

type Items = Pick<CatalogIndex, 'get'>;

const OTHERS_MAX = 12;
/** Titles of a collection that stand beside one of its titles. */
const COMPANIONS_MAX = 2;

const reasonOf = (reason: string): string | null => (reason === '' ? null : reason);

/** The titles of a collection that are on the shelves, in its order. */
const worksOf = (items: Items, { titles }: StoredCurated): CuratedWork[] =>
  titles.flatMap(({ mediaId, reason }) => {
    const item = items.get(mediaId);
    return item ? [{ ...item, reason: reasonOf(reason) }] : [];
  });

const headOf = ({ _id, name, sentence, isStaffPicks }: StoredCurated) => ({
  slug: _id,
  name,
  sentence,
  isStaffPicks,
});

/** Published collections with a title on the shelves. */
const shown = (index: CuratedIndex, items: Items): readonly StoredCurated[] =>
  index.published().filter(({ titles }) => titles.some(({ mediaId }) => items.get(mediaId)));

export const shelvesOf = (index: CuratedIndex, items: Items): CuratedShelf[] =>
  shown(index, items).map((curated) => {
    const works = worksOf(items, curated);
    return { ...headOf(curated), total: works.length, items: works.slice(0, CURATED_SHELF_MAX) };
  });

/** @returns undefined for an unknown one, a draft, and one without a title on the shelves */
export const pageOf = (index: CuratedIndex, items: Items, slug: string): CuratedPage | undefined => {
  const all = shown(index, items);
  const curated = all.find(({ _id }) => _id === slug);
  return (
    curated && {
      ...headOf(curated),
      items: worksOf(items, curated),
      others: all
        .filter((other) => other !== curated)
        .slice(0, OTHERS_MAX)
        .map(({ _id, name }) => ({ slug: _id, name })),
    }
  );
};

/** The published collections of an item, with the reason why it is in them. */
export const collectionsOf = (index: CuratedIndex, { _id }: Pick<MediaItem, '_id'>): ItsCollection[] =>
  index.published().flatMap((curated) => {
    const title = curated.titles.find(({ mediaId }) => mediaId === _id);
    const { slug, name, isStaffPicks } = headOf(curated);
    return title ? [{ slug, name, isStaffPicks, reason: reasonOf(title.reason) }] : [];
  });

/** The titles that follow an item in its first collection; after the last one comes the first. */
export const companionsOf = (
  index: CuratedIndex,
  items: Items,
  { _id }: Pick<MediaItem, '_id'>,
): Companion[] => {
  const first = index.published().find(({ titles }) => titles.some(({ mediaId }) => mediaId === _id));
  if (!first) return [];
  const at = first.titles.findIndex(({ mediaId }) => mediaId === _id);
  return [...first.titles.slice(at + 1), ...first.titles.slice(0, at)]
    .flatMap(({ mediaId }) => items.get(mediaId) ?? [])
    .slice(0, COMPANIONS_MAX)
    .map((item) => ({ item, collection: first.name }));
};

/** A collection in the list of editors. */
export const editorViewOf = (items: Items, curated: StoredCurated): EditorCurated => {
  const { titles, published, version, updatedAt } = curated;
  return {
    ...headOf(curated),
    published,
    version,
    updatedAt,
    total: titles.length,
    visible: titles.filter(({ mediaId }) => items.get(mediaId)).length,
  };
};

/** A collection with its titles, as editors see it. */
export const editorPageOf = (items: Items, curated: StoredCurated): EditorCuratedPage => ({
  ...editorViewOf(items, curated),
  titles: curated.titles.map((title) => ({ ...title, item: items.get(title.mediaId) ?? null })),
});
