import type { MediaItem, StartedPayment } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { useToast } from '@satrangi/kit';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { openCashfree } from '../../lib/payments/cashfree.ts';
import { createIdempotencyKeys } from '../../lib/payments/idempotency-keys.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { LoginMissing, useReauthentication } from '../../lib/payments/use-reauthentication.ts';
import { confirmStripe, verifyCashfree } from '../../lib/payments/verify-payment.ts';
import { session } from '../../lib/session.ts';
import { track } from '../../lib/track.ts';
import { awaitAccess } from './await-access.ts';
import { type Buyer, giftFields, type PurchaseBody, purchaseBody } from './purchase.ts';
import { undeliveredOrder } from './undelivered-order.ts';

type CardPayment = Extract<StartedPayment, { provider: 'stripe' }>;

/** State of a purchase. In `outside` the provider's window is open and the dialog is hidden. */
export type CheckoutState =
  | { readonly step: 'details'; readonly message?: string }
  | { readonly step: 'starting' | 'outside' | 'settling' | 'owned' }
  | { readonly step: 'card'; readonly payment: CardPayment }
  | { readonly step: 'paid' | 'given'; readonly orderId: string };

export type PurchaseAttempt = {
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
  failed: 'Payment error',
  settling: 'Checking your payment…',
  success: 'Payment successful! It is in your library.',
  late: 'Your payment is safe. The title is on its way to your library.',
  given: 'Your gift is paid. Its code is with your orders.',
} as const;

/** Errors with a message for the buyer, including `Cashfree payment session ID missing`. */
const hasMessage = ({ status, code }: ApiError): boolean =>
  code === 'provider-failed' || (status < 500 && code !== 'still-running');

const startText = (error: unknown): string =>
  error instanceof ApiError && hasMessage(error) ? error.message : checkoutTexts.failedToStart;

const orderText = (status: string): string =>
  status === 'failed' || status === 'expired' ? checkoutTexts.refused : `Payment status: ${status}`;

/** The outcome for a buyer whose dialog is gone: Back over the provider's window removes it, and not the window. */
const outcomeText = (state: CheckoutState): string | undefined => {
  switch (state.step) {
    case 'details':
      return state.message;
    case 'owned':
      return checkoutTexts.success;
    case 'paid':
      return checkoutTexts.late;
    case 'given':
      return checkoutTexts.given;
    default:
      return undefined;
  }
};

/** The state of a checkout; once its component is gone, the outcome is shown over the page that is open then. */
const useCheckoutState = () => {
  const [state, setState] = useState<CheckoutState>({ step: 'details' });
  const showToast = useToast();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const show = (next: CheckoutState): void => {
    const text = isGone.current ? outcomeText(next) : undefined;
    if (text) showToast(text);
    else setState(next);
  };
  return [state, show] as const;
};

/** What the steps of one purchase share. */
type Purchase = Pick<ReturnType<typeof useReauthentication>, 'withSession'> & {
  readonly item: MediaItem;
  readonly isGift: boolean;
  readonly client: QueryClient;
  readonly setState: (state: CheckoutState) => void;
};

const showMessage = ({ setState }: Purchase, message: string): void => setState({ step: 'details', message });

const deliver = async (purchase: Purchase, orderId: string): Promise<void> => {
  const { item, isGift, client, setState, withSession } = purchase;
  if (isGift) {
    void client.invalidateQueries({ queryKey: ['payments', 'mine'] });
    return setState({ step: 'given', orderId });
  }
  const reader = session.get()?.userId;
  setState({ step: 'settling' });
  const isDelivered = await withSession(() => awaitAccess(item._id, item.mediaType)).catch(() => false);
  if (isDelivered) client.setQueryData(libraryQueries.access(item._id).queryKey, { hasAccess: true });
  await Promise.allSettled([
    client.invalidateQueries({ queryKey: ['library'] }),
    client.invalidateQueries({ queryKey: ['payments', 'mine'] }),
  ]);
  // Stored here and not by the component, because the dialog may be closed by now.
  if (!isDelivered) undeliveredOrder.write(item._id, orderId, reader);
  setState(isDelivered ? { step: 'owned' } : { step: 'paid', orderId });
};

const payByCashfree = async (
  purchase: Purchase,
  { orderId, paymentSessionId }: Extract<StartedPayment, { provider: 'cashfree' }>,
  options: PaymentOptions,
): Promise<void> => {
  const { setState, withSession } = purchase;
  if (!paymentSessionId) return showMessage(purchase, checkoutTexts.noSession);
  setState({ step: 'outside' });
  const windowResult = await openCashfree(paymentSessionId, options);
  setState({ step: 'settling' });
  try {
    // A window closed by the buyer may still have taken the payment.
    const status = await withSession(() =>
      verifyCashfree(orderId, windowResult === 'closed' ? 1 : undefined),
    );
    if (status === 'paid') await deliver(purchase, orderId);
    else showMessage(purchase, windowResult === 'closed' ? checkoutTexts.closed : orderText(status));
  } catch {
    showMessage(purchase, windowResult === 'closed' ? checkoutTexts.closed : checkoutTexts.notDelivered);
  }
};

/** The steps after Stripe reports a charge. */
const settleCard = async (purchase: Purchase, paymentIntentId: string, orderId: string): Promise<void> => {
  const { item, setState, withSession } = purchase;
  setState({ step: 'settling' });
  try {
    const status = await withSession(() => confirmStripe(paymentIntentId, { ebookId: item._id }));
    if (status === 'paid') await deliver(purchase, orderId);
    else showMessage(purchase, orderText(status));
  } catch (error) {
    showMessage(
      purchase,
      error instanceof ApiError && error.code === 'payment-not-complete'
        ? error.message
        : checkoutTexts.notDelivered,
    );
  }
};

/** Shows why no payment was created, and refetches what the refusal shows to be out of date. */
const refuse = (purchase: Purchase, error: unknown): void => {
  const { item, client } = purchase;
  if (error instanceof ApiError && error.code === 'already-owned')
    void client.invalidateQueries({ queryKey: ['library'] });
  if (error instanceof ApiError && error.code === 'price-changed')
    void Promise.all([
      client.invalidateQueries({ queryKey: ['catalog', 'ebook', item._id] }),
      client.invalidateQueries({ queryKey: ['catalog', 'media', item._id] }),
    ]);
  showMessage(purchase, error instanceof LoginMissing ? error.message : startText(error));
};

/**
 * One purchase from the first click to the delivered title. Whatever the provider's window reports, the server
 * verifies the order; after every failure the button can be used again. A gift is done when it is paid.
 */
export const useCheckout = (item: MediaItem, isGift = false) => {
  const client = useQueryClient();
  const [state, setState] = useCheckoutState();
  const [attempt, setAttempt] = useState<PurchaseAttempt>();
  const isRunning = useRef(false);
  const [idempotencyKeys] = useState(() => createIdempotencyKeys<PurchaseBody>());
  const { withSession, loginRequest } = useReauthentication();
  const purchase: Purchase = { item, isGift, client, setState, withSession };

  const start = async ({ buyer, country, options }: PurchaseAttempt): Promise<void> => {
    const body = { ...purchaseBody(item, buyer, country, options), ...(isGift ? giftFields(buyer) : {}) };
    let payment: StartedPayment;
    try {
      // A retry after a login sends the same key, so it never creates a second order.
      const key = idempotencyKeys.keyFor(body);
      payment = await withSession(() =>
        api.payments.createPayment({ body }, { headers: { 'idempotency-key': key } }),
      );
    } catch (error) {
      return refuse(purchase, error);
    }
    // The attempt has an order now. On the next click the server decides whether to resume it or to create another
    // one.
    idempotencyKeys.reset();
    track('payment_initiated', {
      provider: payment.provider,
      purpose: isGift ? 'gift-purchase' : 'purchase',
    });
    if (payment.provider === 'stripe') setState({ step: 'card', payment });
    else await payByCashfree(purchase, payment, options);
  };

  /** Ignores calls while one is running. */
  const once = async (task: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await task();
    } catch {
      showMessage(purchase, checkoutTexts.failed);
    } finally {
      isRunning.current = false;
    }
  };

  return {
    state,
    /** Set while the payment waits for a login. */
    loginRequest,
    /** The last attempt, which prefills the form. */
    attempt,
    pay: (next: PurchaseAttempt): Promise<void> =>
      once(() => {
        setAttempt(next);
        setState({ step: 'starting' });
        return start(next);
      }),
    /** Stripe reports a charge; the server verifies it. */
    cardPaid: (paymentIntentId: string, orderId: string): Promise<void> =>
      once(() => settleCard(purchase, paymentIntentId, orderId)),
    cardClosed: (): void => showMessage(purchase, checkoutTexts.closed),
    failed: (): void => showMessage(purchase, checkoutTexts.failed),
  };
};

export type Checkout = ReturnType<typeof useCheckout>;
