import { type Clock, type OutboxMessages, Refusal } from '@satrangi/chassis';
import {
  CURATED_MAX,
  type CuratedDraft,
  curatedTexts,
  liveTypes,
  matchesRevision,
} from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import type { MediaStore } from '../media/media.store.ts';
import { fieldsOf, type StoredCurated, slugOf } from './curated.rules.ts';
import type { CuratedStore } from './curated.store.ts';
import type { CuratedIndex } from './curated-index.ts';
import { editorPageOf } from './curated-views.ts';

/** Each retry means that another writer succeeded. */
const MAX_ATTEMPTS = 200;

export type Deps = {
  readonly curated: CuratedStore;
  readonly curatedIndex: CuratedIndex;
  readonly media: Pick<MediaStore, 'byIds'>;
  readonly catalogIndex: CatalogIndex;
  readonly clock: Clock;
};

/** A collection that is a draft before and after the write is announced to admins only: its address is made of its name. */
const messagesOf = (before: StoredCurated | null, after: StoredCurated): OutboxMessages => {
  const isPublic = before?.published || after.published;
  const audience = { to: isPublic ? 'everyone' : 'admins' } as const;
  return {
    live: [{ message: { type: liveTypes.curatedUpdated, id: after._id }, audience, version: after.version }],
  };
};

/** Titles that are new in a collection must be on the shelves. @throws Refusal validation-failed */
const checkTitles = async (
  { media }: Deps,
  { titles }: CuratedDraft,
  before: StoredCurated | null,
): Promise<void> => {
  const known = new Set(before?.titles.map(({ mediaId }) => mediaId));
  const added = titles.map(({ mediaId }) => mediaId).filter((id) => !known.has(id));
  const found = await media.byIds(added);
  if (added.every((id) => found.get(id)?.status === 'published')) return;
  const detail = curatedTexts.unknownTitle;
  throw new Refusal('validation-failed', detail, { errors: [{ pointer: '/body/titles', detail }] });
};

/** The present collection. @throws Refusal not-found */
export const foundCurated = async (
  { curated }: Pick<Deps, 'curated'>,
  slug: string,
): Promise<StoredCurated> => {
  const found = await curated.bySlug(slug);
  if (found?.status !== 'present') throw new Refusal('not-found', curatedTexts.notFound);
  return found;
};

/**
 * Adds a collection. With the `requestKey` of one that exists, it is returned as it is now.
 * @throws Refusal validation-failed, too-large, version-conflict
 */
export const createCurated =
  (deps: Deps) =>
  async (draft: CuratedDraft, requestKey?: string): Promise<StoredCurated> => {
    const { curated, curatedIndex, clock } = deps;
    let number = 1;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++, number++) {
      const repeated = requestKey ? await curated.byRequest(requestKey) : null;
      if (repeated?.status === 'deleted') throw new Refusal('version-conflict', curatedTexts.deleted);
      if (repeated) return repeated;
      if (attempt === 1) {
        await checkTitles(deps, draft, null);
        const all = await curated.all();
        const present = all.filter(({ status }) => status === 'present');
        if (present.length >= CURATED_MAX) throw new Refusal('too-large', curatedTexts.tooMany);
        const taken = new Set(all.map(({ _id }) => _id));
        while (taken.has(slugOf(draft.name, number))) number += 1;
      }
      const at = clock.now().toISOString();
      const added: StoredCurated = {
        _id: slugOf(draft.name, number),
        ...fieldsOf(draft),
        status: 'present',
        version: 1,
        createdAt: at,
        updatedAt: at,
        ...(requestKey ? { requestKey } : {}),
      };
      if (!(await curated.add(added, messagesOf(null, added)))) continue;
      curatedIndex.put(added);
      return added;
    }
    throw new Refusal('too-large', curatedTexts.tooMany);
  };

type Edit = (before: StoredCurated) => Promise<Partial<StoredCurated>> | Partial<StoredCurated>;

/** Reads, edits and writes with optimistic locking. @throws Refusal not-found, version-conflict with `data.current` */
const changeCurated = async (
  deps: Deps,
  { slug, ifMatch, conflict }: { slug: string; ifMatch: string | undefined; conflict: string },
  edit: Edit,
): Promise<StoredCurated> => {
  const { curated, curatedIndex, catalogIndex, clock } = deps;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const before = await foundCurated(deps, slug);
    if (!matchesRevision(ifMatch, String(before.version)))
      throw new Refusal('version-conflict', conflict, {
        data: { current: editorPageOf(catalogIndex, before) },
      });
    const fields = {
      ...(await edit(before)),
      version: before.version + 1,
      updatedAt: clock.now().toISOString(),
    };
    const after = { ...before, ...fields };
    if (!(await curated.replace(before, fields, messagesOf(before, after)))) continue;
    curatedIndex.put(after);
    return after;
  }
  throw new Refusal('version-conflict', conflict);
};

/**
 * Saves a collection.
 * @param ifMatch the version that the editor began with; without it the last save wins
 * @throws Refusal validation-failed, not-found, version-conflict with `data.current`
 */
export const updateCurated =
  (deps: Deps) =>
  (slug: string, draft: CuratedDraft, ifMatch: string | undefined): Promise<StoredCurated> =>
    changeCurated(deps, { slug, ifMatch, conflict: curatedTexts.changed }, async (before) => {
      await checkTitles(deps, draft, before);
      return fieldsOf(draft);
    });

/** Deletes a collection; its titles stay. @throws Refusal not-found, version-conflict with `data.current` */
export const deleteCurated =
  (deps: Deps) =>
  async (slug: string, ifMatch: string | undefined): Promise<void> => {
    await changeCurated(deps, { slug, ifMatch, conflict: curatedTexts.deletedChanged }, () => ({
      status: 'deleted',
      published: false,
      titles: [],
    }));
  };
