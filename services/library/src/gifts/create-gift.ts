import { Refusal, type ServiceContext } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Gift, HeldItem } from '../access/access.rules.ts';
import type { AccessStore } from '../access/access.store.ts';
import { grantedMessages } from '../access/access-events.ts';
import { snapshotOf } from '../access/owned-snapshot.rules.ts';
import type { AuditStore } from '../audit/audit.store.ts';
import type { MediaStore } from '../media/media.store.ts';

export type GiftDeps = Pick<ServiceContext<unknown>, 'clock' | 'events' | 'ids'> & {
  readonly access: AccessStore;
  readonly media: MediaStore;
  readonly audit: AuditStore;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

export type GiftRequest = HeldItem & { readonly reason: string; readonly expiresAt: string | null };

const invalid = (field: string, sentence: string): Refusal =>
  new Refusal('validation-failed', sentence, { errors: [{ pointer: `/body/${field}`, detail: sentence }] });

/**
 * Grants an item without an order. Idempotent: a repeated gift stays one gift, with the new reason and end.
 * @throws Refusal not-found, validation-failed
 */
export const createGift =
  ({ access, media, audit, clock, events, ids, isErased }: GiftDeps) =>
  async (request: GiftRequest, by: UserId): Promise<Gift> => {
    const { userId, mediaId, mediaType, format, reason } = request;
    const now = clock.now().toISOString();
    const expiresAt = request.expiresAt && new Date(request.expiresAt).toISOString();
    const item = await media.find(mediaId);
    if (!item) throw new Refusal('not-found', 'Not found');
    if (item.mediaType !== mediaType) throw invalid('mediaType', 'That item is of another media type');
    if (!item.formats.includes(format)) throw invalid('format', 'That item has no such format');
    if (expiresAt && expiresAt <= now) throw invalid('expiresAt', 'The end must lie in the future');
    if (await isErased(userId)) throw new Refusal('not-found', 'User not found');
    const gift: Gift = { id: ids.newId(), reason, by, at: now, expiresAt };
    await audit.write({ at: now, by, act: 'grant', userId, mediaId, about: gift.id });
    const stored = await access.addGift(request, snapshotOf(item), gift, grantedMessages(events, request));
    // The accounts may have been deleted concurrently: no gift of the reader must stay, and no id of the admin.
    if (await isErased(by)) await access.eraseAdmin(by);
    if (!(await isErased(userId))) return stored;
    await access.removeReader(userId);
    await audit.eraseAccount(userId);
    throw new Refusal('not-found', 'User not found');
  };
