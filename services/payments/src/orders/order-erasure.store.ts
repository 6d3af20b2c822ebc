/** Erasure of personal data in orders. */
import { equalText } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Buyer } from './order.rules.ts';
import type { OrderDocuments } from './order-documents.store.ts';
import { ranks } from './order-lifecycle.rules.ts';

/** Matches an address however its letters were typed: keyboards of phones begin it with a capital. */
const inAnyCase = (email: string): RegExp =>
  new RegExp(`^${email.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i');

export const orderErasure = ({ raw }: OrderDocuments) => ({
  /**
   * Erases the personal data of a buyer; amounts stay. Contributions made without a login are found by the mail addresses of
   * the buyer's paid orders, so they are erased first: after an interruption they are found again. An order that nobody paid
   * proves nothing: with one, a stranger could erase what another person gave.
   */
  eraseBuyer: async (userId: UserId): Promise<void> => {
    const buyer: Buyer = { name: null, email: null, phone: null };
    // Erases the request digests too: names, addresses and numbers could be found by hashing candidates.
    const withoutPerson = [
      {
        $set: {
          buyer: { $literal: buyer },
          fingerprint: '',
          idempotencyKey: { $concat: ['forgotten:', '$_id'] },
        },
      },
      { $unset: 'alsoAsked' },
    ];
    const mine = await raw
      .find(
        { userId, 'buyer.email': { $ne: null }, paidAt: { $ne: null } },
        { projection: { 'buyer.email': 1 } },
      )
      .toArray();
    const emails = [...new Set(mine.map(({ buyer: { email } }) => email ?? ''))].map(inAnyCase);
    if (emails.length > 0)
      await raw.updateMany({ userId: null, 'buyer.email': { $in: emails } }, withoutPerson);
    await raw.updateMany({ userId }, withoutPerson);
    // a gift that was paid can still be redeemed: its address is erased when the code was mailed (decision 0161)
    const isMailed = {
      rank: ranks.paid,
      heldBack: { $exists: false },
      'gift.mail': 'waiting',
      'gift.redeemedAt': null,
    };
    await raw.updateMany(
      { userId, 'gift.email': { $type: 'string' }, $nor: [isMailed] },
      { $set: { 'gift.email': null } },
    );
    await raw.updateMany({ userId, gift: { $exists: true } }, { $unset: { basket: 1 } });
    // the id stays in a redemption that is not granted: what ends that one finds it by the id (decision 0172)
    await raw.updateMany(
      { 'gift.redeemedBy': equalText(userId), $nor: [{ rank: ranks.paid, fulfilledAt: null }] },
      { $set: { 'gift.redeemedBy': null } },
    );
    await raw.updateMany(
      { userId, refundRequest: { $exists: true } },
      { $set: { 'refundRequest.reason': null } },
    );
    await raw.updateMany(
      { userId, 'refundRequest.declined': { $exists: true } },
      { $set: { 'refundRequest.declined.reason': '' } },
    );
  },
  /** Removes a deleted admin from refunds and from answers to their requests, which stay. */
  eraseAdmin: async (userId: UserId): Promise<void> => {
    await raw.updateMany(
      { 'refunds.by': equalText(userId) },
      { $set: { 'refunds.$[own].by': null } },
      { arrayFilters: [{ 'own.by': userId }] },
    );
    await raw.updateMany(
      { 'refundRequest.declined.by': equalText(userId) },
      { $set: { 'refundRequest.declined.by': null } },
    );
  },
});
