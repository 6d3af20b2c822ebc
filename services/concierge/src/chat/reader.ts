import type { Caller } from '@satrangi/chassis';
import { createClient, identityApi, type OrderState, type OutputOf, paymentsApi } from '@satrangi/contracts';
import type { OwnershipStore } from '../ownership/ownership.store.ts';
import type { Reader } from './drafts.ts';

/** A profile that comes later is not waited for. */
const PROFILE_TIMEOUT_MS = 400;
const ORDERS_TIMEOUT_MS = 1_000;

const withTimeout =
  (ms: number): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(ms) });

/** In the words of the catalog. */
const countryName = (code: string | null | undefined): string =>
  (code && new Intl.DisplayNames(['en'], { type: 'region' }).of(code)) || '';

type Deps = { readonly identityUrl: string; readonly ownership: OwnershipStore };

/** What is known of a caller, with the caller's own token; a visitor is known by nothing. Failures are silent. */
export const readReader =
  ({ identityUrl, ownership }: Deps) =>
  async (caller: Caller | undefined, token: string | null): Promise<Reader> => {
    if (!caller || !token)
      return {
        token: null,
        name: null,
        interests: [],
        mayShareInterests: false,
        taste: [],
        owned: new Set(),
      };
    const identity = createClient(identityApi, {
      baseUrl: identityUrl,
      token: () => token,
      fetch: withTimeout(PROFILE_TIMEOUT_MS),
    });
    const [profile, owned] = await Promise.all([
      identityUrl ? identity.getProfile().catch(() => null) : null,
      ownership.ofReader(caller.userId),
    ]);
    return {
      token,
      name: profile?.name ?? null,
      interests: profile?.interests ?? [],
      mayShareInterests: profile?.aiPersonal ?? false,
      taste: [...(profile?.interests ?? []), profile?.city ?? '', countryName(profile?.country)].filter(
        Boolean,
      ),
      owned: new Set(owned),
    };
  };

export type OrderCounts = { readonly paid: number; readonly open: number; readonly other: number };

/** Every state of an order. One that an admin must check still waits. */
const groups: Readonly<Record<OrderState, keyof OrderCounts>> = {
  paid: 'paid',
  pending: 'open',
  mismatch: 'open',
  failed: 'other',
  expired: 'other',
  refunded: 'other',
};

const countOrders = (orders: OutputOf<(typeof paymentsApi)['listMyOrders']>): OrderCounts => {
  const counts = { paid: 0, open: 0, other: 0 };
  for (const { status } of orders) counts[groups[status]] += 1;
  return counts;
};

/** Counts the caller's own orders; null for a visitor, or when payments does not answer. */
export const readOrderCounts =
  (paymentsUrl: string | undefined) =>
  async (token: string | null): Promise<OrderCounts | null> => {
    if (!paymentsUrl || !token) return null;
    const payments = createClient(paymentsApi, {
      baseUrl: paymentsUrl,
      token: () => token,
      fetch: withTimeout(ORDERS_TIMEOUT_MS),
    });
    return payments.listMyOrders().then(countOrders, () => null);
  };
