import { type Kit, Refusal } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Gift, HeldItem } from '../access/access.rules.ts';
import type { AccessStore } from '../access/access.store.ts';
import { tellGranted } from '../access/tell.ts';
import type { AuditStore } from '../audit/audit.store.ts';
import { snapshotOf } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';

export type GiftParts = Pick<Kit<unknown>, 'clock' | 'events' | 'ids'> & {
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly audit: AuditStore;
};

export type Wish = HeldItem & { readonly reason: string; readonly expiresAt: string | null };

const invalid = (field: string, sentence: string): Refusal =>
  new Refusal('validation-failed', sentence, { errors: [{ pointer: `/body/${field}`, detail: sentence }] });

/**
 * Gives an item beside the shop. Given again it stays one gift, with the new reason and end.
 * @throws Refusal not-found, validation-failed
 */
export const give =
  ({ access, media, audit, clock, events, ids }: GiftParts) =>
  async (wish: Wish, by: UserId): Promise<Gift> => {
    const { userId, mediaId, mediaType, format, reason } = wish;
    const now = clock.now().toISOString();
    const expiresAt = wish.expiresAt && new Date(wish.expiresAt).toISOString();
    const item = await media.find(mediaId);
    if (!item) throw new Refusal('not-found', 'Not found');
    if (item.mediaType !== mediaType) throw invalid('mediaType', 'That item is of another media type');
    if (!item.formats.includes(format)) throw invalid('format', 'That item has no such format');
    if (expiresAt && expiresAt <= now) throw invalid('expiresAt', 'The end must lie in the future');
    if (await access.isForgotten(userId)) throw new Refusal('not-found', 'User not found');
    const gift: Gift = { id: ids.newId(), reason, by, at: now, expiresAt };
    await audit.write({ at: now, by, act: 'grant', userId, mediaId, about: gift.id });
    const kept = await access.give(wish, snapshotOf(item), gift, tellGranted(events, wish));
    // Deleted meanwhile: what was just given must not stay.
    if (!(await access.isForgotten(userId))) return kept;
    await access.removeReader(userId);
    await audit.forget(userId);
    throw new Refusal('not-found', 'User not found');
  };
