import { failpoint, Refusal } from '@satrangi/chassis';
import { kindOf, type MediaKind, mediaChanged } from '@satrangi/contracts';
import { driveFileWork } from '../media/drive-file-work.ts';
import { toIndexEntry } from './index-entry.ts';
import type { Deps } from './media.deps.ts';
import { liveTypeOf, type Media, mediaSentences, notFoundOf, type UpdateKind } from './media.rules.ts';
import { mediaChangedOf } from './media-changed.rules.ts';

/** Optimistic concurrency: each retry means that another writer succeeded. */
const MAX_ATTEMPTS = 50;

export type MediaChange = {
  /** The changed fields, null for no change; runs again after a conflicting write. */
  readonly edit: (before: Media) => Partial<Media> | null | Promise<Partial<Media> | null>;
  /** Claims or releases a featured slot together with the edit. */
  readonly featured?: boolean;
  /** Selects the live message. */
  readonly updateKind: UpdateKind;
  /** The expected kind: an item of another kind is not found. */
  readonly kind?: MediaKind;
  /** Adds the outbox work that inspects the linked Drive file. */
  readonly inspectsDrive?: boolean;
  /** Also changes a withdrawn item. */
  readonly changesWithdrawn?: boolean;
  /** Publishes `media-changed` to other services; ratings do not. */
  readonly isEditorial: boolean;
};

const unchanged = Symbol('unchanged');

/**
 * Changes an item with optimistic locking: read, edit, conditional write, update of the own catalog index. The featured slot
 * is claimed before the write and released after it; a crash in between leaves an inactive claim, which expires.
 * @throws Refusal not-found, featured-full, version-conflict
 */
export const changeMedia = ({ media, featured, catalogIndex, clock, newEvent }: Deps) => {
  const attempt = async (before: Media, change: MediaChange): Promise<Media | null | typeof unchanged> => {
    const edited = await change.edit(before);
    if (!edited) return unchanged;
    const featuredAfter = change.featured ?? before.featured;
    const needsClaim = featuredAfter && !before.featuredClaim;
    const claim = needsClaim ? await featured.claim(before._id, media.activeClaims) : before.featuredClaim;
    if (featuredAfter && !claim) throw new Refusal('featured-full', mediaSentences.featuredFull);
    if (needsClaim) failpoint('catalog.claimed-before-commit');
    const writtenAt = clock.now().toISOString();
    const after: Media = {
      ...before,
      ...edited,
      featured: featuredAfter,
      featuredClaim: featuredAfter ? claim : null,
      version: before.version + 1,
      updatedAt: change.isEditorial ? writtenAt : before.updatedAt,
      writtenAt,
    };
    const { _id } = after;
    const event = newEvent(mediaChanged, { subject: `media/${_id}`, data: mediaChangedOf(after) });
    const written = await media.replace(before, after, {
      events: change.isEditorial ? [event] : [],
      live: [{ type: liveTypeOf(kindOf(after.mediaType), change.updateKind), id: _id }],
      version: after.version,
      work: change.inspectsDrive ? driveFileWork(after) : [],
    });
    if (!written) {
      if (needsClaim) await featured.release(claim);
      return null;
    }
    failpoint('catalog.committed-before-release');
    if (!featuredAfter) await featured.release(before.featuredClaim);
    catalogIndex.put(toIndexEntry(written));
    return written;
  };

  const change = async (mediaId: string, request: MediaChange): Promise<Media> => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const before = await media.byId(mediaId);
      const isOther = request.kind && before?.mediaType !== request.kind.stored;
      if (!before || isOther || (before.status === 'withdrawn' && !request.changesWithdrawn))
        throw new Refusal('not-found', request.kind ? notFoundOf(request.kind) : mediaSentences.notFound);
      const after = await attempt(before, request);
      if (after === unchanged) return before;
      if (!after) continue;
      // The claim of a slow writer may have expired: the item must not become a fourth featured one.
      if (after.featuredClaim && !before.featuredClaim && !(await featured.holds(after.featuredClaim))) {
        await change(mediaId, {
          edit: () => ({}),
          featured: false,
          updateKind: 'updated',
          isEditorial: false,
        });
        throw new Refusal('featured-full', mediaSentences.featuredFull);
      }
      return after;
    }
    throw new Refusal('version-conflict', mediaSentences.changedMeanwhile);
  };
  return change;
};
export type ChangeMedia = ReturnType<typeof changeMedia>;
