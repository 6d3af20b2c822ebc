import type { Order, StartedPayment } from '@satrangi/contracts';
import { ApiError, formatMoney } from '@satrangi/contracts/pure';
import { Button, type ButtonLook, Failure, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { openCashfree } from '../../lib/payments/cashfree.ts';
import { type PaymentOptions, paymentsQueries } from '../../lib/payments/payments-queries.ts';
import { verifyCashfree } from '../../lib/payments/verify-payment.ts';
import { HOME_COUNTRY } from '../../lib/visitor-country.ts';
import styles from './orders.module.css';
import { refetchOrders } from './orders.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

/** Cards are for buyers outside India; the form is the same for all other countries. */
const ABROAD = 'US';

const texts = {
  notStarted: 'Payment initiation failed.',
  noSession: 'Cashfree payment session ID missing',
  closed: 'Payment was cancelled or failed.',
  notCancelled: "The order couldn't be cancelled. Try again.",
} as const;

type Card = {
  readonly payment: Extract<StartedPayment, { provider: 'stripe' }>;
  readonly options: PaymentOptions;
};

/** True for the refusal of an order that is already paid. */
const isPaid = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'too-late' &&
  (error.problem.data as { status?: unknown } | undefined)?.status === 'paid';

const textOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && (error.status < 500 || error.code === 'provider-failed')
    ? error.message
    : fallback;

/** Pays or cancels an unpaid order, one at a time. */
const useOpenOrder = ({ orderId, number }: Order) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const container = useRef<HTMLDivElement>(null);
  const isRunning = useRef(false);
  const [busy, setBusy] = useState<'pay' | 'cancel'>();
  const [message, setMessage] = useState<string>();
  const [card, setCard] = useState<Card>();

  /** Refetches every list and page that shows the order. */
  const refresh = (): Promise<unknown> =>
    Promise.all([refetchOrders(client), client.resetQueries({ queryKey: ['payments', 'result'] })]);
  const showResult = async (params: Readonly<Record<string, string>>): Promise<void> => {
    await navigate(`${paths.paymentSuccess}?${new URLSearchParams(params)}`);
    await refresh();
  };

  const pay = async (): Promise<void> => {
    const payment = await api.payments.resumeOrder({ params: { orderId } });
    const country = payment.provider === 'cashfree' ? HOME_COUNTRY : ABROAD;
    const options = await client.fetchQuery(paymentsQueries.options(country));
    if (payment.provider === 'stripe') return setCard({ payment, options });
    if (!payment.paymentSessionId) return setMessage(texts.noSession);
    const windowResult = await openCashfree(payment.paymentSessionId, options);
    // A window closed by the buyer may still have taken the payment.
    const status = await verifyCashfree(orderId, windowResult === 'closed' ? 1 : undefined).catch(
      () => 'unknown',
    );
    if (windowResult === 'finished' || status === 'paid') await showResult({ order_id: orderId });
    else {
      setMessage(texts.closed);
      await refetchOrders(client);
    }
  };
  const cancel = async (): Promise<void> => {
    await api.payments.cancelOrder({ params: { orderId } });
    showToast(`Order ${number} is cancelled.`);
    container.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    await refresh();
  };

  /** Runs one action at a time; clicks during it are ignored. */
  const run = async (what: 'pay' | 'cancel'): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(what);
    setMessage(undefined);
    try {
      await (what === 'pay' ? pay() : cancel());
    } catch (error) {
      if (isPaid(error)) await showResult({ order_id: orderId });
      else {
        setMessage(textOf(error, what === 'pay' ? texts.notStarted : texts.notCancelled));
        await refetchOrders(client);
      }
    } finally {
      isRunning.current = false;
      setBusy(undefined);
    }
  };

  return {
    container,
    busy,
    message,
    card,
    run,
    showPaid: (paymentIntentId: string): void => {
      setCard(undefined);
      void showResult({ payment_intent: paymentIntentId });
    },
    /** Closes the dialog of the card, and shows why. */
    closeCard: (reason: string): void => {
      setCard(undefined);
      setMessage(reason);
    },
  };
};

/**
 * The two actions for an unpaid order: resume its payment, or cancel it. The result of a payment is shown on the
 * return page of providers.
 */
export function OpenOrder({ order, size = 's' }: { order: Order } & Pick<ButtonLook, 'size'>) {
  const { number } = order;
  const { container, busy, message, card, run, showPaid, closeCard } = useOpenOrder(order);
  return (
    <div ref={container} className={styles.open}>
      <Button
        size={size}
        tone="primary"
        aria-label={`Continue payment of order ${number}`}
        aria-disabled={busy !== undefined}
        onClick={() => void run('pay')}
      >
        {busy === 'pay' ? 'One moment…' : 'Continue payment'}
      </Button>
      <Button
        size={size}
        tone="quiet"
        aria-label={`Cancel order ${number}`}
        aria-disabled={busy !== undefined}
        onClick={() => void run('cancel')}
      >
        {busy === 'cancel' ? 'Cancelling…' : 'Cancel'}
      </Button>
      <Failure>{message}</Failure>
      {card && (
        <Suspense>
          <CardDialog
            payment={card.payment}
            options={card.options}
            onPaid={showPaid}
            onClose={() => closeCard(texts.closed)}
            onLoadFailed={() => closeCard(texts.notStarted)}
          >
            <p>
              Order <b className="num">{number}</b>, {formatMoney(card.payment.amount)}
            </p>
          </CardDialog>
        </Suspense>
      )}
    </div>
  );
}
