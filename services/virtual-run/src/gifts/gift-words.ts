import { type Clock, Refusal } from '@satrangi/chassis';
import { runTexts } from '@satrangi/contracts';
import { pageUpdated } from '../registrations/registration-messages.ts';
import type { RegistrationsStore } from '../registrations/registrations.store.ts';
import type { Words } from './gift.rules.ts';
import type { GiftsStore } from './gifts.store.ts';

const KEPT_MS = 24 * 60 * 60_000;

type Deps = {
  readonly gifts: GiftsStore;
  readonly registrations: RegistrationsStore;
  readonly clock: Clock;
};

/**
 * Stores name and message of a gift, once. The order id is the proof: only its giver has it. A repeat with the same words
 * changes nothing. @throws Refusal too-late for other words
 */
export const giftWords =
  ({ gifts, registrations, clock }: Deps) =>
  async (orderId: string, words: Words): Promise<void> => {
    const gift = await gifts.byId(orderId);
    const registration = gift?.registrationId ? await registrations.byId(gift.registrationId) : null;
    const messages = registration ? { live: [pageUpdated(registration)] } : {};
    const expiresAt = new Date(clock.now().getTime() + KEPT_MS);
    if (await gifts.addWords(orderId, words, expiresAt, messages)) return;
    const { words: stored } = (await gifts.byId(orderId)) ?? {};
    const isSame =
      stored?.name === words.name &&
      stored.message === words.message &&
      stored.isAnonymous === words.isAnonymous &&
      stored.showAmount === words.showAmount;
    if (!isSame) throw new Refusal('too-late', runTexts.wordsTaken);
  };
