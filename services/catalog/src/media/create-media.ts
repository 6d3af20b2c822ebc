import { Refusal } from '@satrangi/chassis';
import { type MediaDraft, MediaId, type MediaKind, mediaChanged, missingMedia } from '@satrangi/contracts';
import { lookWork } from '../drive/drive-look.ts';
import { factsOf } from './facts.rules.ts';
import { keepTranscript } from './keep-transcript.ts';
import type { Needs } from './media.needs.ts';
import { liveTypeOf, type Media, mediaSentences, newMedia } from './media.rules.ts';
import { toBook } from './media.store.ts';

/**
 * Puts an item of one kind on the shelf. A slug that is known answers the item that has it, so an import may run twice.
 * @throws Refusal validation-failed, featured-full, already-used when the slug belongs to another kind.
 */
export const createMedia = ({ media, featured, shelf, files, clock, ids, newEvent }: Needs) => {
  const known = async (kind: MediaKind, { slug }: MediaDraft): Promise<Media | null> => {
    const found = slug === undefined ? null : await media.bySlug(slug);
    if (found && found.mediaType !== kind.stored) throw new Refusal('already-used', mediaSentences.slugUsed);
    return found;
  };
  return async (kind: MediaKind, draft: MediaDraft): Promise<Media> => {
    const missing = missingMedia(kind, draft, false);
    if (missing) throw new Refusal('validation-failed', missing);
    const before = await known(kind, draft);
    if (before) return before;
    const transcriptFile = await keepTranscript(files, draft.transcript);
    const mediaId = MediaId.parse(ids.newId());
    const featuredClaim = draft.featured ? await featured.claim(mediaId, media.standingClaims) : null;
    if (draft.featured && !featuredClaim) throw new Refusal('featured-full', mediaSentences.featuredFull);
    const item: Media = {
      ...newMedia(draft, { mediaId, mediaType: kind.stored, now: clock.now(), transcriptFile }),
      featured: draft.featured,
      featuredClaim,
    };
    const facts = newEvent(mediaChanged, { subject: `media/${mediaId}`, data: factsOf(item) });
    const live = [{ type: liveTypeOf(kind, 'created'), id: mediaId }];
    if (await media.add(item, { events: [facts], live, work: lookWork(item) })) {
      shelf.put(toBook(item));
      return item;
    }
    await featured.release(featuredClaim);
    const first = await known(kind, draft);
    if (first) return first;
    throw new Refusal('version-conflict', mediaSentences.changedMeanwhile);
  };
};
