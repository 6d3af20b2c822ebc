import { CuratedDraft, catalogApi, createClient, type MediaId } from '@satrangi/contracts';
import { z } from 'zod';
import { readContent } from './read-content.ts';

const Collection = z.strictObject({
  name: z.string(),
  sentence: z.string(),
  isStaffPicks: z.boolean(),
  /** Demo titles by their slugs. */
  titles: z.array(z.strictObject({ slug: z.string(), reason: z.string() })).min(1),
});

/** A demo collection of the editors. */
export type SeedCollection = z.output<typeof Collection> & { readonly slug: string };

/** All demo collections in their order: `content/collections/<number>-<slug>.json`. */
export const loadSeedCollections = async (): Promise<SeedCollection[]> =>
  (await readContent('collections', Collection)).map(({ slug, ...collection }) => ({
    slug: slug.replace(/^\d+-/, ''),
    ...collection,
  }));

const PAGE = 100;

/** The ids of all items by title. */
const idsByTitle = async (baseUrl: string): Promise<Map<string, MediaId>> => {
  const catalog = createClient(catalogApi, { baseUrl });
  const ids = new Map<string, MediaId>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const { items, nextCursor }: { items: { title: string; _id: MediaId }[]; nextCursor: string | null } =
      await catalog.search({ query: { limit: String(PAGE), ...(cursor ? { cursor } : {}) } });
    for (const { title, _id } of items) ids.set(title, _id);
    cursor = nextCursor;
  }
  return ids;
};

/**
 * Publishes demo collections one after another. Titles that are not in the catalog are left out, and so is a collection
 * without any. Idempotent: a repetition of an interrupted run adds nothing twice.
 * @param onDone called after each collection that exists now
 */
export const seedCollections = async ({
  baseUrl,
  adminToken,
  collections,
  titleOf,
  onDone,
}: {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly collections: readonly SeedCollection[];
  /** The title of a slug. */
  readonly titleOf: (slug: string) => string | undefined;
  readonly onDone: (collection: SeedCollection) => void;
}): Promise<number> => {
  const catalog = createClient(catalogApi, { baseUrl, token: () => adminToken });
  const ids = await idsByTitle(baseUrl);
  let added = 0;
  for (const { slug, titles, ...head } of collections) {
    const present = titles.flatMap(({ slug: title, reason }) => {
      const mediaId = ids.get(titleOf(title) ?? '');
      return mediaId === undefined ? [] : [{ mediaId, reason }];
    });
    if (present.length > 0) {
      const body = CuratedDraft.parse({ ...head, titles: present, published: true });
      await catalog.createCurated({ body }, { headers: { 'idempotency-key': `seed-${slug}` } });
      added += 1;
    }
    onDone({ slug, titles, ...head });
  }
  return added;
};
