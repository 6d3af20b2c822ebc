import { Refusal } from '@satrangi/chassis';
import { type MediaDraft, MediaId, type MediaKind, mediaChanged, missingMedia } from '@satrangi/contracts';
import { driveFileWork } from '../media/drive-file-work.ts';
import { toIndexEntry } from './index-entry.ts';
import type { Deps } from './media.deps.ts';
import { liveTypeOf, type Media, mediaSentences, newMedia } from './media.rules.ts';
import { mediaChangedOf } from './media-changed.rules.ts';
import { storeTranscript } from './store-transcript.ts';

/**
 * Creates an item. Idempotent by slug and by `requestKey`: a known one returns its item as it is now, so an import may
 * run twice and a form may be sent again.
 * @throws Refusal validation-failed, featured-full, already-used when the slug belongs to another kind
 */
export const createMedia = ({ media, featured, catalogIndex, files, clock, ids, newEvent }: Deps) => {
  const known = async (
    kind: MediaKind,
    { slug }: MediaDraft,
    requestKey: string | undefined,
  ): Promise<Media | null> => {
    const repeated = requestKey === undefined ? null : await media.byRequest(requestKey);
    if (repeated) return repeated;
    const found = slug === undefined ? null : await media.bySlug(slug);
    if (found && found.mediaType !== kind.stored) throw new Refusal('already-used', mediaSentences.slugUsed);
    return found;
  };
  return async (kind: MediaKind, draft: MediaDraft, requestKey?: string): Promise<Media> => {
    const missing = missingMedia(kind, draft, false);
    if (missing) throw new Refusal('validation-failed', missing);
    const before = await known(kind, draft, requestKey);
    if (before) return before;
    const transcriptFile = await storeTranscript(files, draft.transcript);
    const mediaId = MediaId.parse(ids.newId());
    const featuredClaim = draft.featured ? await featured.claim(mediaId, media.activeClaims) : null;
    if (draft.featured && !featuredClaim) throw new Refusal('featured-full', mediaSentences.featuredFull);
    const item: Media = {
      ...newMedia(draft, { mediaId, mediaType: kind.stored, now: clock.now(), transcriptFile }),
      featured: draft.featured,
      featuredClaim,
      ...(requestKey === undefined ? {} : { requestKey }),
    };
    const event = newEvent(mediaChanged, { subject: `media/${mediaId}`, data: mediaChangedOf(item) });
    const live = [{ type: liveTypeOf(kind, 'created'), id: mediaId }];
    const messages = { events: [event], live, version: item.version, work: driveFileWork(item) };
    if (await media.add(item, messages)) {
      catalogIndex.put(toIndexEntry(item));
      return item;
    }
    await featured.release(featuredClaim);
    const first = await known(kind, draft, requestKey);
    if (first) return first;
    throw new Refusal('version-conflict', mediaSentences.changedMeanwhile);
  };
};
