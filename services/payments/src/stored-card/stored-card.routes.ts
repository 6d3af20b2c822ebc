import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi, UserId } from '@satrangi/contracts';
import type { CardVault, VaultCard } from '../providers/stripe-cards.ts';
import type { CardCustomerStore } from './card-customers.store.ts';

export type LatestCard = (userId: UserId) => Promise<VaultCard | null>;

/** The card that Stripe stored last for a reader; null without one. @throws Refusal provider-failed */
export const latestCard =
  (cards: CardCustomerStore, vault: Pick<CardVault, 'latestCard'>): LatestCard =>
  async (userId) => {
    const customerId = (await cards.ofUser(userId))?.customerId ?? null;
    return customerId === null ? null : vault.latestCard(customerId);
  };

/** The stored card of a reader: shown and removed. */
export const storedCardRoutes = (
  latest: LatestCard,
  remove: (userId: UserId) => Promise<void>,
): Pick<Handlers<typeof paymentsApi>, 'getStoredCard' | 'removeStoredCard'> => ({
  getStoredCard: async (_input, { userId }) => {
    const card = await latest(userId);
    if (card === null) return { card: null };
    const { brand, last4, expMonth, expYear } = card;
    return { card: { brand, last4, expMonth, expYear } };
  },
  removeStoredCard: async (_input, { userId }) => {
    await remove(userId);
    return { ok: true };
  },
});
