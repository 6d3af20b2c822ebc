import { Refusal } from '@satrangi/chassis';
import { type EbookDraft, liveTypes, MediaId, mediaChanged } from '@satrangi/contracts';
import type { Needs } from './media.needs.ts';
import { factsOf, type Media, mediaSentences, newMedia } from './media.rules.ts';
import { toBook } from './media.store.ts';

/**
 * Puts an eBook on the shelf. A slug that is known answers the item that has it, so an import may run twice.
 * @throws Refusal featured-full.
 */
export const createEbook =
  ({ media, featured, shelf, clock, ids, newEvent }: Needs) =>
  async (draft: EbookDraft): Promise<Media> => {
    const known = draft.slug === undefined ? null : await media.bySlug(draft.slug);
    if (known) return known;
    const mediaId = MediaId.parse(ids.newId());
    const featuredClaim = draft.featured ? await featured.claim(mediaId, media.standingClaims) : null;
    if (draft.featured && !featuredClaim) throw new Refusal('featured-full', mediaSentences.featuredFull);
    const item: Media = {
      ...newMedia(draft, { mediaId, now: clock.now() }),
      featured: draft.featured,
      featuredClaim,
    };
    const facts = newEvent(mediaChanged, { subject: `media/${mediaId}`, data: factsOf(item) });
    const live = [{ type: liveTypes.ebookCreated, id: mediaId }];
    if (await media.add(item, { events: [facts], live })) {
      shelf.put(toBook(item));
      return item;
    }
    await featured.release(featuredClaim);
    const first = draft.slug === undefined ? null : await media.bySlug(draft.slug);
    if (first) return first;
    throw new Refusal('version-conflict', mediaSentences.changedMeanwhile);
  };
