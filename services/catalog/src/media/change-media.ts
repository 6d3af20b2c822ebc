import { failpoint, Refusal } from '@satrangi/chassis';
import { kindOf, type MediaKind, mediaChanged } from '@satrangi/contracts';
import { lookWork } from '../drive/drive-look.ts';
import { factsOf } from './facts.rules.ts';
import type { Needs } from './media.needs.ts';
import { type Happened, liveTypeOf, type Media, mediaSentences, notFoundOf } from './media.rules.ts';
import { toBook } from './media.store.ts';

/** Each retry means that another writer succeeded meanwhile. */
const TRIES = 50;

export type Edit = {
  /** What the item becomes; runs again when somebody else was faster. Null: nothing to do. */
  readonly edit: (before: Media) => Partial<Media> | null | Promise<Partial<Media> | null>;
  /** Wanted: a featured place is taken or given back along with the edit. */
  readonly featured?: boolean;
  /** What browsers hear of it. */
  readonly happened: Happened;
  /** The kind the caller means: an item of another one is not found. */
  readonly kind?: MediaKind;
  /** An editor saved the form: what is in Drive may have changed as well. */
  readonly asksDrive?: boolean;
  /** An editor's change, which other services remember; ratings are not. */
  readonly isEditorial: boolean;
};

const unchanged = Symbol('unchanged');

/**
 * One way to change an item: read, decide, write if nobody wrote meanwhile, show at once on the own shelf. The featured
 * place is taken before the write and given back after it; a stop in between leaves a place that is found to be empty.
 * @throws Refusal not-found, featured-full, version-conflict.
 */
export const changeMedia = ({ media, featured, shelf, clock, newEvent }: Needs) => {
  const attempt = async (before: Media, change: Edit): Promise<Media | null | typeof unchanged> => {
    const edited = await change.edit(before);
    if (!edited) return unchanged;
    const wanted = change.featured ?? before.featured;
    const isNew = wanted && !before.featuredClaim;
    const claim = isNew ? await featured.claim(before._id, media.standingClaims) : before.featuredClaim;
    if (wanted && !claim) throw new Refusal('featured-full', mediaSentences.featuredFull);
    if (isNew) failpoint('catalog.claimed-before-commit');
    const writtenAt = clock.now().toISOString();
    const after: Media = {
      ...before,
      ...edited,
      featured: wanted,
      featuredClaim: wanted ? claim : null,
      version: before.version + 1,
      updatedAt: change.isEditorial ? writtenAt : before.updatedAt,
      writtenAt,
    };
    const { _id } = after;
    const facts = newEvent(mediaChanged, { subject: `media/${_id}`, data: factsOf(after) });
    const written = await media.replace(before, after, {
      events: change.isEditorial ? [facts] : [],
      live: [{ type: liveTypeOf(kindOf(after.mediaType), change.happened), id: _id }],
      work: change.asksDrive ? lookWork(after) : [],
    });
    if (!written) {
      if (isNew) await featured.release(claim);
      return null;
    }
    failpoint('catalog.committed-before-release');
    if (!wanted) await featured.release(before.featuredClaim);
    shelf.put(toBook(written));
    return written;
  };

  const change = async (mediaId: string, wish: Edit): Promise<Media> => {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await media.byId(mediaId);
      const isOther = wish.kind && before?.mediaType !== wish.kind.stored;
      if (!before || isOther || before.status === 'withdrawn')
        throw new Refusal('not-found', wish.kind ? notFoundOf(wish.kind) : mediaSentences.notFound);
      const after = await attempt(before, wish);
      if (after === unchanged) return before;
      if (!after) continue;
      // A writer so slow that its claim was given away meanwhile must not show a fourth.
      if (after.featuredClaim && !before.featuredClaim && !(await featured.holds(after.featuredClaim))) {
        await change(mediaId, {
          edit: () => ({}),
          featured: false,
          happened: 'updated',
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
