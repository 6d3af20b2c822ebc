import type { OrderId, StartedPayment } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { openCashfree } from '../../lib/payments/cashfree.ts';
import { createIdempotencyKeys } from '../../lib/payments/idempotency-keys.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { confirmStripe, verifyCashfree } from '../../lib/payments/verify-payment.ts';
import { track } from '../../lib/track.ts';
import { type Contribution, type ContributionBody, contributionBody } from './contribution.ts';

type CardPayment = Extract<StartedPayment, { provider: 'stripe' }>;
type CashfreePayment = Extract<StartedPayment, { provider: 'cashfree' }>;

/** State of a contribution. In `outside` the provider's window is open and the dialog is hidden. */
type ContributionState =
  | { readonly step: 'form'; readonly message?: string }
  | { readonly step: 'starting' | 'outside' | 'settling' }
  | { readonly step: 'thanks'; readonly orderId: OrderId }
  | { readonly step: 'card'; readonly payment: CardPayment };

type ContributionAttempt = {
  readonly typed: Contribution;
  readonly country: string;
  readonly options: PaymentOptions;
};

const texts = {
  notStarted: 'Payment initiation failed.',
  refused: 'Payment failed or cancelled.',
  notConfirmed: 'Payment confirmation failed.',
} as const;

const startText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'validation-failed' ? error.message : texts.notStarted;

const statusText = (status: string): string =>
  status === 'pending' ? 'Payment status: pending' : texts.refused;

const failed = (message: string): ContributionState => ({ step: 'form', message });

const stateOf = (status: string, orderId: OrderId): ContributionState =>
  status === 'paid' ? { step: 'thanks', orderId } : failed(statusText(status));

/** Opens the window of Cashfree and verifies the payment after it. */
const payByCashfree = async ({
  payment: { orderId, paymentSessionId },
  options,
  show,
  onExpired,
}: {
  payment: CashfreePayment;
  options: PaymentOptions;
  show: (state: ContributionState) => void;
  /** The order cannot be paid any more. */
  onExpired: () => void;
}): Promise<void> => {
  if (!paymentSessionId) return show(failed(texts.notStarted));
  show({ step: 'outside' });
  const windowResult = await openCashfree(paymentSessionId, options).catch(() => null);
  if (windowResult === null) return show(failed(texts.notStarted));
  show({ step: 'settling' });
  try {
    // A window that was closed may still have taken the payment.
    const status = await verifyCashfree(orderId, windowResult === 'closed' ? 1 : undefined);
    if (status === 'expired') onExpired();
    if (windowResult === 'closed' && status !== 'paid') show(failed(texts.refused));
    else show(stateOf(status, orderId));
  } catch {
    show(failed(windowResult === 'closed' ? texts.refused : texts.notConfirmed));
  }
};

/** Verifies a charge that Stripe reports. @returns the state after it */
const confirmCard = async (
  paymentIntentId: string,
  orderId: OrderId,
  { typed, country, options }: ContributionAttempt,
): Promise<ContributionState> => {
  const { amount, currency, name, email, contact } = contributionBody(typed, country, options);
  const details = { name, email, ...(contact ? { contact } : {}), ...(amount ? { amount } : {}), currency };
  try {
    const status = await confirmStripe(paymentIntentId, { ...details, country });
    // A repeat for reporting; the server verifies it with Stripe.
    api.payments.logContribution({ body: { paymentIntentId, ...details } }).catch(() => undefined);
    return stateOf(status, orderId);
  } catch (error) {
    const hasMessage = error instanceof ApiError && error.code === 'payment-not-complete';
    return failed(hasMessage ? error.message : texts.notConfirmed);
  }
};

/** Ignores calls while one is running. */
const useOneAtATime = () => {
  const isRunning = useRef(false);
  return async (task: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await task();
    } finally {
      isRunning.current = false;
    }
  };
};

/**
 * One contribution from the first click to the thanks, with either provider. Whatever the provider's window reports,
 * the server verifies the payment; every failure returns to the form with its values.
 * @param runSlug the run page that the contribution is for
 */
export const useContribution = (runSlug?: string) => {
  const [state, setState] = useState<ContributionState>({ step: 'form' });
  const [attempt, setAttempt] = useState<ContributionAttempt>();
  const once = useOneAtATime();
  const [idempotencyKeys] = useState(() => createIdempotencyKeys<ContributionBody & { runSlug?: string }>());
  const showMessage = (message: string): void => setState(failed(message));

  const start = async ({ typed, country, options }: ContributionAttempt): Promise<void> => {
    const body = { ...contributionBody(typed, country, options), ...(runSlug ? { runSlug } : {}) };
    let payment: StartedPayment;
    try {
      payment = await api.payments.createPayment(
        { body },
        { headers: { 'idempotency-key': idempotencyKeys.keyFor(body) } },
      );
    } catch (error) {
      return showMessage(startText(error));
    }
    track('payment_initiated', { provider: payment.provider, purpose: 'contribution' });
    if (payment.provider === 'cashfree')
      return payByCashfree({ payment, options, show: setState, onExpired: idempotencyKeys.reset });
    return payment.clientSecret ? setState({ step: 'card', payment }) : showMessage(texts.notStarted);
  };

  return {
    state,
    attempt,
    isForRun: runSlug !== undefined,
    contribute: (next: ContributionAttempt): Promise<void> =>
      once(() => {
        setAttempt(next);
        setState({ step: 'starting' });
        return start(next);
      }),
    /** Stripe reports a charge; the server verifies it. */
    cardPaid: (paymentIntentId: string, orderId: OrderId): Promise<void> =>
      once(async () => {
        setState({ step: 'settling' });
        if (attempt) setState(await confirmCard(paymentIntentId, orderId, attempt));
      }),
    cardClosed: (): void => showMessage(texts.refused),
    failed: (): void => showMessage(texts.notStarted),
  };
};

export type ContributionFlow = ReturnType<typeof useContribution>;
