import { type OutboxMessages, on, type Subscription } from '@satrangi/chassis';
import { GIFTS_AFTER_END_DAYS, paiseOf, subscriptions, type UserId } from '@satrangi/contracts';
import type { EventsStore } from '../event/events.store.ts';
import type { FeesStore } from '../fees/fees.store.ts';
import type { SettleFee } from '../matching/settle-fee.ts';
import type { StoredRegistration } from '../registrations/registration.rules.ts';
import { mailWork, pageUpdated, type RegistrationMessages } from '../registrations/registration-messages.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import { raisedOf } from './gift.rules.ts';
import type { GiftsStore } from './gifts.store.ts';

const DAY_MS = 86_400_000;

export type GiftsDeps = {
  readonly gifts: GiftsStore;
  readonly fees: FeesStore;
  readonly registrations: RegistrationsStore;
  readonly events: EventsStore;
  readonly messages: RegistrationMessages;
  readonly settle: SettleFee;
  readonly isErased: (userId: UserId) => Promise<boolean>;
};

/** Records gifts to pages and their returns, in any order, once each. Contributions without a page are ignored. */
export const giftsSubscribers = ({
  gifts,
  fees,
  registrations,
  events,
  messages,
  settle,
  isErased,
}: GiftsDeps): Subscription[] => {
  const pageMessages = async (pageKey: string | undefined): Promise<OutboxMessages> => {
    const registration = pageKey === undefined ? null : await registrations.byPageKey(pageKey);
    return registration ? { live: [pageUpdated(registration)] } : {};
  };

  const isInTime = async ({ eventId }: StoredRegistration, paidAt: string): Promise<boolean> => {
    const event = await events.byId(eventId);
    return event !== null && Date.parse(paidAt) <= Date.parse(event.endsAt) + GIFTS_AFTER_END_DAYS * DAY_MS;
  };

  /** Mails of the first gift and of the reached goal: the filter of each write lets it happen once. */
  const celebrate = async (registration: StoredRegistration, at: string): Promise<void> => {
    const { _id, goalMinor } = registration;
    await registrations.change(
      { _id, firstGiftAt: null },
      { firstGiftAt: at },
      { work: [mailWork('first-gift', registration)] },
    );
    if (goalMinor <= 0 || registration.goalReachedAt !== null) return;
    if (raisedOf(await gifts.ofRegistration(_id)) < goalMinor) return;
    await registrations.change(
      { _id, goalReachedAt: null },
      { goalReachedAt: at },
      messages.goalReached(registration),
    );
  };

  return [
    on(subscriptions['virtual-run.record-gift'], async ({ data, time }) => {
      const { orderId, runPage, total, rupeesMinor = paiseOf(total), paidAt = time, receipt, userId } = data;
      if (runPage === undefined) return;
      const registration = await registrations.byPageKey(runPage);
      const isLate = registration !== null && !(await isInTime(registration, paidAt));
      const target = isLate ? null : registration;
      // a replay must not link the gift to a deleted account again
      const giver = userId !== null && !(await isErased(userId)) ? userId : null;
      await gifts.recordPaid(
        orderId,
        {
          pageKey: runPage,
          minor: rupeesMinor,
          at: paidAt,
          ...(receipt === undefined ? {} : { receipt }),
          ...(giver === null ? {} : { userId: giver }),
          ...(isLate ? { isLate } : {}),
          ...(target ? { registrationId: target._id } : {}),
        },
        target ? { live: [pageUpdated(target)] } : {},
      );
      // words that came before their payment, or an account that was deleted concurrently
      if (userId !== null && (await isErased(userId))) await gifts.eraseGiver(orderId);
      if (target) await celebrate(target, paidAt);
    }),
    on(subscriptions['virtual-run.record-gift-refund'], async ({ data: { orderId, runPage }, time }) => {
      if (runPage !== undefined) await gifts.recordReturned(orderId, time, await pageMessages(runPage));
    }),
    on(subscriptions['virtual-run.record-return'], async ({ data }) => {
      const { orderId, refundId: id, rupeesMinor: minor, purpose, runPage, at } = data;
      if (purpose === 'virtual-run') {
        await fees.recordReturn(orderId, { id, minor });
        await settle(orderId);
      } else if (runPage !== undefined) {
        await gifts.recordReturn(orderId, { id, minor, at }, await pageMessages(runPage));
      }
    }),
  ];
};
