import type { Aggregate, Said } from '@satrangi/chassis';
import {
  type Gift,
  type Grant,
  grantKey,
  type HeldItem,
  type OrderedItem,
  type OwnedSnapshot,
} from './access.rules.ts';

/**
 * Other handlers may touch the same grant between two of our conditional writes. Each pass tries every case once;
 * only a neighbour who changed the grant in exactly that moment makes another pass necessary.
 */
const PASSES = 10;

const untilSettled = async (grant: string, pass: () => Promise<boolean>): Promise<void> => {
  for (let n = 0; n < PASSES; n++) if (await pass()) return;
  throw new Error(`grant ${grant} was changed by others ${PASSES} times in a row`);
};

/** What every new grant has in common. */
const firstOf = ({ userId, mediaId, mediaType, format }: HeldItem, now: string): Grant => ({
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
 * Puts one order under a grant. Every case is one atomic write; a refunded order never grants again.
 * @returns whether the reader did not own the item before, so that `say` went out
 */
export const grantTo =
  (grants: Aggregate<Grant>) =>
  async (item: OrderedItem, snapshot: OwnedSnapshot | null, now: string, say: Said): Promise<boolean> => {
    const { orderId } = item;
    const _id = grantKey(item);
    const fresh = { _id, paidBy: { $ne: orderId }, refundedOrders: { $ne: orderId } };
    const made: Grant = { ...firstOf(item, now), snapshot, paidBy: [orderId] };
    let isNew = false;
    await untilSettled(_id, async () => {
      const again = {
        $set: { paidBy: [orderId], grantedAt: now, revokedAt: null, ...(snapshot && { snapshot }) },
      };
      isNew =
        (await grants.create(made, say)) ||
        (await grants.change({ ...fresh, revokedAt: { $ne: null } }, again, say)) !== null;
      if (isNew) return true;
      if (await grants.change({ ...fresh, revokedAt: null }, { $addToSet: { paidBy: orderId } })) return true;
      return (
        (await grants.model.exists({ _id, $or: [{ paidBy: orderId }, { refundedOrders: orderId }] })) !== null
      );
    });
    return isNew;
  };

/** Takes one order from under a grant, and the grant back when nothing else carries it. */
export const revokeFrom =
  (grants: Aggregate<Grant>) =>
  async (item: OrderedItem, now: string, say: Said): Promise<void> => {
    const { orderId } = item;
    const _id = grantKey(item);
    const remember = { $addToSet: { refundedOrders: orderId } };
    const unpaid: Grant = { ...firstOf(item, now), refundedOrders: [orderId], revokedAt: now };
    await untilSettled(_id, async () => {
      const last = { $set: { paidBy: [], revokedAt: now }, ...remember };
      if (await grants.change({ _id, paidBy: [orderId], gift: null }, last, say)) return true;
      const other = [{ 'paidBy.1': { $exists: true } }, { gift: { $ne: null } }];
      const oneOfSeveral = { _id, paidBy: orderId, $or: other };
      if (await grants.change(oneOfSeveral, { $pull: { paidBy: orderId }, ...remember })) return true;
      const unheard = { _id, paidBy: { $ne: orderId }, refundedOrders: { $ne: orderId } };
      if (await grants.change(unheard, remember)) return true;
      if (await grants.model.exists({ _id, refundedOrders: orderId })) return true;
      return grants.create(unpaid);
    });
  };

const NOTHING_PAID = { 'paidBy.0': { $exists: false } };
const SOMETHING_PAID = { 'paidBy.0': { $exists: true } };

/** Puts a gift under a grant. Given again it keeps its id and its day, so that giving twice is giving once. */
export const giveTo =
  (grants: Aggregate<Grant>) =>
  async (item: HeldItem, snapshot: OwnedSnapshot | null, gift: Gift, say: Said): Promise<Gift> => {
    const _id = grantKey(item);
    let standing = gift;
    await untilSettled(_id, async () => {
      standing = gift;
      if (await grants.create({ ...firstOf(item, gift.at), snapshot, gift }, say)) return true;
      const again = { $set: { gift, grantedAt: gift.at, revokedAt: null, ...(snapshot && { snapshot }) } };
      if (await grants.change({ _id, revokedAt: { $ne: null } }, again, say)) return true;
      if (await grants.change({ _id, revokedAt: null, gift: null }, { $set: { gift } })) return true;
      const known = (await grants.model.findById(_id).lean<Grant>())?.gift;
      if (!known) return false;
      standing = { ...gift, id: known.id, at: known.at };
      return (await grants.change({ _id, 'gift.id': known.id }, { $set: { gift: standing } })) !== null;
    });
    return standing;
  };

/** Takes a gift from under a grant, and the grant back when no order carries it. */
export const takeFrom =
  (grants: Aggregate<Grant>) =>
  async ({ _id, gift }: Pick<Grant, '_id' | 'gift'>, now: string, say: Said): Promise<boolean> => {
    if (!gift) return false;
    // with its end: a loan that was made longer meanwhile is another one
    const same = { _id, 'gift.id': gift.id, 'gift.expiresAt': gift.expiresAt };
    let taken = false;
    await untilSettled(_id, async () => {
      const last = { $set: { gift: null, revokedAt: now } };
      taken =
        (await grants.change({ ...same, ...NOTHING_PAID }, last, say)) !== null ||
        (await grants.change({ ...same, ...SOMETHING_PAID }, { $set: { gift: null } })) !== null;
      return taken || (await grants.model.exists(same)) === null;
    });
    return taken;
  };
