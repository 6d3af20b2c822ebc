import type { CuratedDraft, MediaId } from '@satrangi/contracts';

/** A collection made by editors. A deleted one stays without its titles, so that its address is never used again. */
export type StoredCurated = {
  /** The slug. */
  readonly _id: string;
  readonly name: string;
  readonly sentence: string;
  readonly isStaffPicks: boolean;
  readonly published: boolean;
  readonly titles: readonly { readonly mediaId: MediaId; readonly reason: string }[];
  readonly status: 'present' | 'deleted';
  /** Counts writes, for optimistic locking and for replicas. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Digest of the request that created it (Idempotency-Key). */
  readonly requestKey?: string;
};

/** The order of the collections on the home page. Slugs of deleted ones are skipped. */
export type CuratedOrder = {
  readonly _id: string;
  readonly slugs: readonly string[];
  readonly version: number;
};

/** The id of the order, which no slug equals. */
export const ORDER_ID = '_order';
export const noOrder: CuratedOrder = { _id: ORDER_ID, slugs: [], version: 0 };

const SLUG_MAX = 60;

/** The readable part of an address: Latin letters and digits of the name. Empty for names in other scripts. */
const latinOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '');

/** The slug of a name. @param number from 1: `rain`, `rain-2`, `rain-3`; other scripts give `collection` */
export const slugOf = (name: string, number: number): string => {
  const latin = latinOf(name) || 'collection';
  return number === 1 ? latin : `${latin}-${number}`;
};

/** The fields that a save writes. */
export const fieldsOf = ({ name, sentence, isStaffPicks, published, titles }: CuratedDraft) => ({
  name,
  sentence,
  isStaffPicks,
  published,
  titles,
});

/** Present collections in the order of the home page; those without a place follow, the oldest first. */
export const inOrder = (
  collections: readonly StoredCurated[],
  { slugs }: Pick<CuratedOrder, 'slugs'>,
): StoredCurated[] => {
  const places = new Map(slugs.map((slug, place) => [slug, place]));
  const placeOf = ({ _id }: StoredCurated): number => places.get(_id) ?? slugs.length;
  return collections
    .filter(({ status }) => status === 'present')
    .sort(
      (a, b) =>
        placeOf(a) - placeOf(b) || a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id),
    );
};
