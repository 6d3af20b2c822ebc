import type { MediaItem, StartedPayment } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { openCashfree } from '../../lib/payments/cashfree.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from '../../lib/payments/idempotency-keys.ts';
import { type PaymentOptions, paymentsQueries } from '../../lib/payments/payments-queries.ts';
import { LoginMissing, useReauthentication } from '../../lib/payments/use-reauthentication.ts';
import { confirmStripe, verifyCashfree } from '../../lib/payments/verify-payment.ts';
import { session } from '../../lib/session.ts';
import { track } from '../../lib/track.ts';
import { awaitAccess } from './await-access.ts';
import { chargeStoredCard, storedCardTexts } from './charge-stored-card.ts';
import {
  type CheckoutState,
  checkoutTexts,
  type OnePress,
  type PurchaseAttempt,
  useCheckoutState,
} from './checkout-state.ts';
import { giftFields, type PurchaseBody, purchaseBody } from './purchase.ts';
import { undeliveredOrder } from './undelivered-order.ts';

/** Errors with a message for the buyer, including `Cashfree payment session ID missing`. */
const hasMessage = ({ status, code }: ApiError): boolean =>
  code === 'provider-failed' || (status < 500 && code !== 'still-running');

const startText = (error: unknown): string =>
  error instanceof ApiError && hasMessage(error) ? error.message : checkoutTexts.failedToStart;

const orderText = (status: string): string =>
  status === 'failed' || status === 'expired' ? checkoutTexts.refused : `Payment status: ${status}`;

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
  void client.invalidateQueries(paymentsQueries.storedCard());
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

/** The steps after Stripe reports a charge. @param unpaid the message when a charge that is in doubt was not taken */
const settleCard = async (
  purchase: Purchase,
  paymentIntentId: string,
  orderId: string,
  unpaid?: string,
): Promise<void> => {
  const { item, setState, withSession } = purchase;
  setState({ step: 'settling' });
  try {
    const status = await withSession(() => confirmStripe(paymentIntentId, { ebookId: item._id }));
    if (status === 'paid') await deliver(purchase, orderId);
    else showMessage(purchase, unpaid ?? orderText(status));
  } catch (error) {
    const isUnpaid = error instanceof ApiError && error.code === 'payment-not-complete';
    if (isUnpaid) showMessage(purchase, unpaid ?? error.message);
    else showMessage(purchase, unpaid ? storedCardTexts.unknown : checkoutTexts.notDelivered);
  }
};

/** Refetches what was out of date, and shows why the card was not charged. */
const refuseStoredCard = ({ client, setState }: Purchase, message: string): void => {
  void client.invalidateQueries(paymentsQueries.storedCard());
  setState({ step: 'details', message });
};

const payByStoredCard = async (
  purchase: Purchase,
  payment: StartedPayment,
  { options }: PurchaseAttempt,
  shown: PurchaseBody,
): Promise<void> => {
  if (payment.provider !== 'stripe') return refuseStoredCard(purchase, storedCardTexts.gone);
  // never another amount than the one on the button
  if (payment.amount.minor !== shown.amount || payment.amount.currency !== shown.currency)
    return refuseStoredCard(purchase, storedCardTexts.priceChanged);
  const charge = await chargeStoredCard(payment, options);
  if (charge.next === 'settle')
    await settleCard(purchase, payment.paymentIntentId, payment.orderId, charge.unpaid);
  else refuseStoredCard(purchase, charge.message);
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

const bodyOf = (
  { item, isGift }: Purchase,
  { buyer, country, options, storesCard }: PurchaseAttempt,
  usesStoredCard: boolean,
) => ({
  ...purchaseBody(item, buyer, country, options),
  ...(isGift ? giftFields(buyer) : {}),
  ...(usesStoredCard ? { storedCard: 'use' as const } : storesCard ? { storedCard: 'store' as const } : {}),
});

/** Creates the order and opens the payment. */
const startPayment = async (
  purchase: Purchase,
  idempotencyKeys: IdempotencyKeys<PurchaseBody>,
  attempt: PurchaseAttempt,
  usesStoredCard: boolean,
): Promise<void> => {
  const { isGift, setState, withSession } = purchase;
  const body = bodyOf(purchase, attempt, usesStoredCard);
  let payment: StartedPayment;
  try {
    // A retry after a login sends the same key, so it never creates a second order.
    const key = idempotencyKeys.keyFor(body);
    payment = await withSession(() =>
      api.payments.createPayment({ body }, { headers: { 'idempotency-key': key } }),
    );
  } catch (error) {
    // this key will name the ended order for ever
    if (error instanceof ApiError && error.code === 'too-late') idempotencyKeys.reset();
    const isGone = error instanceof ApiError && error.problem.data?.storedCard === null;
    return isGone ? refuseStoredCard(purchase, storedCardTexts.gone) : refuse(purchase, error);
  }
  // The attempt has an order now. On the next click the server decides whether to resume it or to create another
  // one.
  idempotencyKeys.reset();
  track('payment_initiated', {
    provider: payment.provider,
    purpose: isGift ? 'gift-purchase' : 'purchase',
  });
  if (usesStoredCard) await payByStoredCard(purchase, payment, attempt, body);
  else if (payment.provider === 'stripe') setState({ step: 'card', payment });
  else await payByCashfree(purchase, payment, attempt.options);
};

/**
 * One purchase from the first click to the delivered title. Whatever the provider's window reports, the server
 * verifies the order; after every failure the button can be used again. A gift is done when it is paid.
 * @param onePress pays at once with the stored card
 */
export const useCheckout = (item: MediaItem, isGift = false, onePress?: OnePress) => {
  const client = useQueryClient();
  const [state, setState] = useCheckoutState(onePress);
  const [attempt, setAttempt] = useState(onePress?.attempt);
  const isRunning = useRef(false);
  const [idempotencyKeys] = useState(() => createIdempotencyKeys<PurchaseBody>());
  const { withSession, loginRequest } = useReauthentication();
  const purchase: Purchase = { item, isGift, client, setState, withSession };

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

  const isPressed = useRef(onePress !== undefined);
  useEffect(() => {
    if (!isPressed.current || !onePress) return;
    isPressed.current = false;
    void once(() => startPayment(purchase, idempotencyKeys, onePress.attempt, true));
  });

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
        return startPayment(purchase, idempotencyKeys, next, false);
      }),
    /** Stripe reports a charge; the server verifies it. */
    cardPaid: (paymentIntentId: string, orderId: string): Promise<void> =>
      once(() => settleCard(purchase, paymentIntentId, orderId)),
    cardClosed: (): void => showMessage(purchase, checkoutTexts.closed),
    failed: (): void => showMessage(purchase, checkoutTexts.failed),
  };
};

export type Checkout = ReturnType<typeof useCheckout>;
