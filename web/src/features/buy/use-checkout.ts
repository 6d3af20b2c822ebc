import type { MediaItem, StartedPayment } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { confirmStripe, verifyCashfree } from '../../lib/payments/ask-provider.ts';
import { openCashfree } from '../../lib/payments/cashfree.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { pressKeys } from '../../lib/payments/press-keys.ts';
import { LoginMissing, useLoginAgain } from '../../lib/payments/use-login-again.ts';
import { paidNote } from './paid-note.ts';
import { type Buyer, type PurchaseBody, purchaseBody } from './purchase.ts';
import { awaitAccess } from './settle.ts';

type CardPayment = Extract<StartedPayment, { provider: 'stripe' }>;

/** Where a purchase stands. While it is `outside`, the provider's own window is in front and ours is gone. */
export type Stage =
  | { readonly at: 'details'; readonly message?: string }
  | { readonly at: 'starting' | 'outside' | 'settling' | 'owned' }
  | { readonly at: 'card'; readonly payment: CardPayment }
  | { readonly at: 'paid'; readonly orderId: string };

export type Wish = {
  readonly buyer: Buyer;
  readonly country: string;
  readonly options: PaymentOptions;
};

export const checkoutTexts = {
  failedToStart: 'Payment initiation failed.',
  noSession: 'Cashfree payment session ID missing',
  closed: 'Payment was cancelled or failed.',
  refused: 'Payment failed or cancelled.',
  notDelivered: 'Payment succeeded, but delivery failed. Please contact support.',
  broken: 'Payment error',
  settling: 'Checking your payment…',
  success: 'Payment successful! It is in your library.',
} as const;

/** What is told of a provider is in our own words too: `Cashfree payment session ID missing`. */
const isTold = ({ status, code }: ApiError): boolean =>
  code === 'provider-failed' || (status < 500 && code !== 'still-running');

const startText = (error: unknown): string =>
  error instanceof ApiError && isTold(error) ? error.message : checkoutTexts.failedToStart;

const orderText = (status: string): string =>
  status === 'failed' || status === 'expired' ? checkoutTexts.refused : `Payment status: ${status}`;

/**
 * One purchase from the first press to the title in the library. Whatever the provider's window says, the server is
 * asked how the order stands; every way out leaves the button ready to be pressed again.
 */
export const useCheckout = (item: MediaItem) => {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'details' });
  const [wish, setWish] = useState<Wish>();
  const running = useRef(false);
  const [keys] = useState(() => pressKeys<PurchaseBody>());
  const { signedIn, asked: login } = useLoginAgain();
  const say = (message: string): void => setStage({ at: 'details', message });

  const deliver = async (orderId: string): Promise<void> => {
    setStage({ at: 'settling' });
    const isHere = await signedIn(() => awaitAccess(item._id, item.mediaType)).catch(() => false);
    if (isHere) client.setQueryData(libraryQueries.access(item._id).queryKey, { hasAccess: true });
    await Promise.allSettled([
      client.invalidateQueries({ queryKey: ['library'] }),
      client.invalidateQueries({ queryKey: ['payments', 'mine'] }),
    ]);
    // Remembered here and not by who shows it: the dialog may have been closed meanwhile.
    if (!isHere) paidNote.write(item._id, orderId);
    setStage(isHere ? { at: 'owned' } : { at: 'paid', orderId });
  };

  const payByCashfree = async (
    { orderId, paymentSessionId }: Extract<StartedPayment, { provider: 'cashfree' }>,
    options: PaymentOptions,
  ): Promise<void> => {
    if (!paymentSessionId) return say(checkoutTexts.noSession);
    setStage({ at: 'outside' });
    const seen = await openCashfree(paymentSessionId, options);
    setStage({ at: 'settling' });
    try {
      // A window closed by the buyer may still have taken the money.
      const status = await signedIn(() => verifyCashfree(orderId, seen === 'closed' ? 1 : undefined));
      if (status === 'paid') await deliver(orderId);
      else say(seen === 'closed' ? checkoutTexts.closed : orderText(status));
    } catch {
      say(seen === 'closed' ? checkoutTexts.closed : checkoutTexts.notDelivered);
    }
  };

  const begin = async ({ buyer, country, options }: Wish): Promise<void> => {
    const body = purchaseBody(item, buyer, country, options);
    let payment: StartedPayment;
    try {
      // Asked again after a login, it is the same wish with the same key: never a second order.
      const key = keys.of(body);
      payment = await signedIn(() =>
        api.payments.createPayment({ body }, { headers: { 'idempotency-key': key } }),
      );
    } catch (error) {
      if (error instanceof LoginMissing) return say(error.message);
      if (error instanceof ApiError && error.code === 'already-owned')
        void client.invalidateQueries({ queryKey: ['library'] });
      if (error instanceof ApiError && error.code === 'price-changed')
        void Promise.all([
          client.invalidateQueries({ queryKey: ['catalog', 'ebook', item._id] }),
          client.invalidateQueries({ queryKey: ['catalog', 'media', item._id] }),
        ]);
      return say(startText(error));
    }
    // Answered. Pressed again, the server says which order is gone on with: this one may be given up by then.
    keys.forget();
    if (payment.provider === 'stripe') setStage({ at: 'card', payment });
    else await payByCashfree(payment, options);
  };

  /** Runs one thing at a time: a second press while the first is under way is nothing. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      await work();
    } catch {
      say(checkoutTexts.broken);
    } finally {
      running.current = false;
    }
  };

  return {
    stage,
    /** Set while the session has ended and the payment waits for a login. */
    login,
    /** What was asked for last, so that nothing is typed twice. */
    wish,
    pay: (asked: Wish): Promise<void> =>
      once(() => {
        setWish(asked);
        setStage({ at: 'starting' });
        return begin(asked);
      }),
    /** Stripe says that the card was charged; the server makes sure. */
    cardPaid: (paymentIntentId: string, orderId: string): Promise<void> =>
      once(async () => {
        setStage({ at: 'settling' });
        try {
          const status = await signedIn(() => confirmStripe(paymentIntentId, { ebookId: item._id }));
          if (status === 'paid') await deliver(orderId);
          else say(orderText(status));
        } catch (error) {
          say(
            error instanceof ApiError && error.code === 'payment-not-complete'
              ? error.message
              : checkoutTexts.notDelivered,
          );
        }
      }),
    cardClosed: (): void => say(checkoutTexts.closed),
    broken: (): void => say(checkoutTexts.broken),
  };
};

export type Checkout = ReturnType<typeof useCheckout>;
