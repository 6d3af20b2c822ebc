import type { Aggregate, OutboxMessages } from '@satrangi/chassis';
import { type Gift, type Grant, grantKey, type HeldItem, type OrderedItem } from './access.rules.ts';
import type { OwnedSnapshot } from './owned-snapshot.rules.ts';

/**
 * Optimistic concurrency: each attempt tries every case with a conditional write. Another attempt is needed only when a
 * concurrent handler changed the same grant between two of these writes.
 */
const MAX_ATTEMPTS = 10;

const retryOnConflict = async (grant: string, attempt: () => Promise<boolean>): Promise<void> => {
  for (let n = 0; n < MAX_ATTEMPTS; n++) if (await attempt()) return;
  throw new Error(`grant ${grant} was changed concurrently ${MAX_ATTEMPTS} times in a row`);
};

/** The initial fields of every new grant. */
const newGrant = ({ userId, mediaId, mediaType, format }: HeldItem, now: string): Grant => ({
  _id: grantKey({ userId, mediaId, format }),
  userId,
  mediaId,
  mediaType,
  format,
  snapshot: null,
  paidBy: [],
  refundedOrders: [],
  gift: null,
  grantedAt: now,
  createdAt: now,
  revokedAt: null,
});

/**
 * Adds a paid order to a grant. Every case is one atomic write; a refunded order never grants again.
 * @param messages published only when the reader did not own the item before
 * @returns true when the reader did not own the item before
 */
export const addOrder =
  (grants: Aggregate<Grant>) =>
  async (
    item: OrderedItem,
    snapshot: OwnedSnapshot | null,
    now: string,
    messages: OutboxMessages,
  ): Promise<boolean> => {
    const { orderId } = item;
    const _id = grantKey(item);
    const withoutOrder = { _id, paidBy: { $ne: orderId }, refundedOrders: { $ne: orderId } };
    const created: Grant = { ...newGrant(item, now), snapshot, paidBy: [orderId] };
    let isNew = false;
    await retryOnConflict(_id, async () => {
      const reinstate = {
        $set: { paidBy: [orderId], grantedAt: now, revokedAt: null, ...(snapshot && { snapshot }) },
      };
      isNew =
        (await grants.createBatched(created, messages)) ||
        (await grants.change({ ...withoutOrder, revokedAt: { $ne: null } }, reinstate, messages)) !== null;
      if (isNew) return true;
      const another = { $addToSet: { paidBy: orderId } };
      if (await grants.change({ ...withoutOrder, revokedAt: null }, another)) return true;
      return (
        (await grants.model.exists({ _id, $or: [{ paidBy: orderId }, { refundedOrders: orderId }] })) !== null
      );
    });
    return isNew;
  };

/**
 * Removes a refunded order from a grant, and revokes the grant when no other order and no gift remain.
 * @param messages published only when this call revokes the grant
 */
export const removeOrder =
  (grants: Aggregate<Grant>) =>
  async (item: OrderedItem, now: string, messages: OutboxMessages): Promise<void> => {
    const { orderId } = item;
    const _id = grantKey(item);
    const recordRefund = { $addToSet: { refundedOrders: orderId } };
    const unpaid: Grant = { ...newGrant(item, now), refundedOrders: [orderId], revokedAt: now };
    await retryOnConflict(_id, async () => {
      const revoke = { $set: { paidBy: [], revokedAt: now }, ...recordRefund };
      if (await grants.change({ _id, paidBy: [orderId], gift: null }, revoke, messages)) return true;
      const covered = [{ 'paidBy.1': { $exists: true } }, { gift: { $ne: null } }];
      const oneOfSeveral = { _id, paidBy: orderId, $or: covered };
      if (await grants.change(oneOfSeveral, { $pull: { paidBy: orderId }, ...recordRefund })) return true;
      const beforePayment = { _id, paidBy: { $ne: orderId }, refundedOrders: { $ne: orderId } };
      if (await grants.change(beforePayment, recordRefund)) return true;
      if (await grants.model.exists({ _id, refundedOrders: orderId })) return true;
      return grants.create(unpaid);
    });
  };

const NOTHING_PAID = { 'paidBy.0': { $exists: false } };
const SOMETHING_PAID = { 'paidBy.0': { $exists: true } };

/**
 * Adds a gift to a grant. Idempotent: a repeated gift keeps its id and date and takes the new reason and end.
 * @param messages published only when the reader did not own the item before
 * @returns the stored gift
 */
export const addGift =
  (grants: Aggregate<Grant>) =>
  async (
    item: HeldItem,
    snapshot: OwnedSnapshot | null,
    gift: Gift,
    messages: OutboxMessages,
  ): Promise<Gift> => {
    const _id = grantKey(item);
    let stored = gift;
    await retryOnConflict(_id, async () => {
      stored = gift;
      if (await grants.create({ ...newGrant(item, gift.at), snapshot, gift }, messages)) return true;
      const reinstate = {
        $set: { gift, grantedAt: gift.at, revokedAt: null, ...(snapshot && { snapshot }) },
      };
      if (await grants.change({ _id, revokedAt: { $ne: null } }, reinstate, messages)) return true;
      if (await grants.change({ _id, revokedAt: null, gift: null }, { $set: { gift } })) return true;
      const known = (await grants.model.findById(_id).lean<Grant>())?.gift;
      if (!known) return false;
      stored = { ...gift, id: known.id, at: known.at };
      return (await grants.change({ _id, 'gift.id': known.id }, { $set: { gift: stored } })) !== null;
    });
    return stored;
  };

/**
 * Removes a gift from a grant, and revokes the grant when no order remains.
 * @param messages published only when this call revokes the grant
 * @returns false when the gift was removed or its end was changed
 */
export const removeGift =
  (grants: Aggregate<Grant>) =>
  async (
    { _id, gift }: Pick<Grant, '_id' | 'gift'>,
    now: string,
    messages: OutboxMessages,
  ): Promise<boolean> => {
    if (!gift) return false;
    // Matches the end too: an extended loan must not be removed by an older decision.
    const same = { _id, 'gift.id': gift.id, 'gift.expiresAt': gift.expiresAt };
    let isRemoved = false;
    await retryOnConflict(_id, async () => {
      const revoke = { $set: { gift: null, revokedAt: now } };
      isRemoved =
        (await grants.change({ ...same, ...NOTHING_PAID }, revoke, messages)) !== null ||
        (await grants.change({ ...same, ...SOMETHING_PAID }, { $set: { gift: null } })) !== null;
      return isRemoved || (await grants.model.exists(same)) === null;
    });
    return isRemoved;
  };
