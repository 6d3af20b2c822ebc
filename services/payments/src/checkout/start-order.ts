import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint, type Ids, Refusal } from '@satrangi/chassis';
import type { Provider, StartedPayment } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import { startedPayment } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { PayableOrder, PaymentProvider } from '../providers/provider.ts';
import { orderOver } from './order-over.ts';
import type { ProfilePhone } from './profile-phone.ts';

const BEAT_MS = 1_000;
/** A start lease expires when it was not renewed for this long: its process died. */
const SILENCE_MS = 3_000;
const WAIT_AT_MOST_MS = 5_000;
const LOOK_EVERY_MS = 50;

const payable = (order: Order, phone: string | null, attempt: string): PayableOrder => ({
  orderId: order._id,
  number: order.number,
  // Cashfree requires a customer id: an order without an account uses the order id.
  userId: order.userId ?? order._id,
  amount: order.amount,
  phone,
  returnOrigin: order.returnOrigin,
  createdAt: order.createdAt,
  attempt,
});

const answerOf = (order: Order): StartedPayment | null => {
  const { reference, secret } = order;
  return reference !== null && secret !== null ? startedPayment({ ...order, reference, secret }) : null;
};

export type StartOrder = ReturnType<typeof startOrder>;

type Deps = { providers: Record<Provider, PaymentProvider>; profilePhone: ProfilePhone; ids: Ids };

/**
 * Starts the payment of a stored order under a lease: a token in the order that changes every second. When it stops
 * changing, the holder has died, and the next request with the same key acquires the lease. The provider gets the same
 * idempotency key each time, so that two starts make one payment.
 */
export const startOrder = (orders: OrderStore, { providers, profilePhone, ids }: Deps) => {
  /** Null for Stripe, which needs none. Fetched for each start and not stored (checklist PAY-38). */
  const phoneOf = async ({ provider, userId, buyer }: Order): Promise<string | null> =>
    provider === 'cashfree' && userId !== null && buyer.mayAskProfile ? profilePhone(userId) : buyer.phone;

  /** Closes the payment of an order that was cancelled during the start. If that fails, money for it is late money. */
  const closeQuietly = async ({ _id: orderId, provider, reference }: Order): Promise<void> => {
    await providers[provider].closePayment({ orderId, reference }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  };

  const begin = async (order: Order, first: string): Promise<StartedPayment> => {
    let token = first;
    const beat = setInterval(() => {
      const next = ids.newId();
      orders.acquireStartLease(order._id, token, next).then(
        (isOurs) => {
          if (isOurs) token = next;
        },
        () => {
          // The store is unavailable: the token stays, and the lease expires.
        },
      );
    }, BEAT_MS);
    try {
      failpoint('payments.saved-before-provider');
      const { reference, secret } = await providers[order.provider].startPayment(
        payable(order, await phoneOf(order), first),
      );
      failpoint('payments.provider-before-session-saved');
      const kept = await orders.started(order._id, reference, secret);
      if (kept?.state === 'expired' && kept.cancelledAt) {
        await closeQuietly(kept);
        throw orderOver(kept);
      }
      return startedPayment({ ...order, reference, secret });
    } catch (error) {
      await orders.releaseStartLease(order._id, token);
      throw error;
    } finally {
      clearInterval(beat);
    }
  };

  /**
   * Waits for the response of the first request, and returns it for a repeated one.
   * @throws Refusal still-running after five seconds
   */
  const resume = async (order: Order): Promise<StartedPayment> => {
    let seen = order;
    let changedAt = performance.now();
    const since = changedAt;
    for (;;) {
      const answer = answerOf(seen);
      if (answer) return answer;
      const now = performance.now();
      if (seen.starting === null || now - changedAt >= SILENCE_MS) {
        const token = ids.newId();
        if (await orders.acquireStartLease(seen._id, seen.starting, token)) return begin(seen, token);
      }
      if (now - since >= WAIT_AT_MOST_MS)
        throw new Refusal('still-running', 'The same request is still running', { retryAfter: 2 });
      await sleep(LOOK_EVERY_MS);
      const next = (await orders.byId(seen._id)) ?? seen;
      if (next.starting !== seen.starting) changedAt = performance.now();
      seen = next;
    }
  };

  return { begin, resume };
};
