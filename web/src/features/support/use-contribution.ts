import type { StartedPayment } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { confirmStripe, verifyCashfree } from '../../lib/payments/ask-provider.ts';
import { openCashfree } from '../../lib/payments/cashfree.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { pressKeys } from '../../lib/payments/press-keys.ts';
import { type Contribution, type ContributionBody, contributionBody } from './contribution.ts';

type CardPayment = Extract<StartedPayment, { provider: 'stripe' }>;

/** Where a contribution stands. While it is `outside`, the provider's own window is in front and ours is gone. */
type Stage =
  | { readonly at: 'form'; readonly message?: string }
  | { readonly at: 'starting' | 'outside' | 'settling' | 'thanks' }
  | { readonly at: 'card'; readonly payment: CardPayment };

type Wish = {
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

/**
 * One contribution from the first press to the thanks, on either rail. Whatever a window of the provider says, the
 * server is asked how the payment stands; every way out leads back to the form with everything still typed.
 */
export const useContribution = () => {
  const [stage, setStage] = useState<Stage>({ at: 'form' });
  const [wish, setWish] = useState<Wish>();
  const running = useRef(false);
  const [keys] = useState(() => pressKeys<ContributionBody>());
  const say = (message: string): void => setStage({ at: 'form', message });
  const settle = (status: string): void =>
    status === 'paid' ? setStage({ at: 'thanks' }) : say(statusText(status));

  const payByCashfree = async (
    { orderId, paymentSessionId }: Extract<StartedPayment, { provider: 'cashfree' }>,
    options: PaymentOptions,
  ): Promise<void> => {
    if (!paymentSessionId) return say(texts.notStarted);
    setStage({ at: 'outside' });
    const seen = await openCashfree(paymentSessionId, options).catch(() => null);
    if (seen === null) return say(texts.notStarted);
    setStage({ at: 'settling' });
    try {
      // A window that was closed may still have taken the money.
      const status = await verifyCashfree(orderId, seen === 'closed' ? 1 : undefined);
      // Nothing can be paid with it any more.
      if (status === 'expired') keys.forget();
      if (seen === 'closed' && status !== 'paid') say(texts.refused);
      else settle(status);
    } catch {
      say(seen === 'closed' ? texts.refused : texts.notConfirmed);
    }
  };

  const begin = async ({ typed, country, options }: Wish): Promise<void> => {
    const body = contributionBody(typed, country, options);
    let payment: StartedPayment;
    try {
      payment = await api.payments.createPayment({ body }, { headers: { 'idempotency-key': keys.of(body) } });
    } catch (error) {
      return say(startText(error));
    }
    if (payment.provider === 'cashfree') return payByCashfree(payment, options);
    return payment.clientSecret ? setStage({ at: 'card', payment }) : say(texts.notStarted);
  };

  const confirm = async (paymentIntentId: string, { typed, country, options }: Wish): Promise<void> => {
    const { amount, currency, name, email, contact } = contributionBody(typed, country, options);
    const said = { name, email, ...(contact ? { contact } : {}), ...(amount ? { amount } : {}), currency };
    try {
      settle(await confirmStripe(paymentIntentId, { ...said, country }));
      // A harmless repeat for the books; the server asks Stripe and not us.
      api.payments.logContribution({ body: { paymentIntentId, ...said } }).catch(() => undefined);
    } catch (error) {
      const isTold = error instanceof ApiError && error.code === 'payment-not-complete';
      say(isTold ? error.message : texts.notConfirmed);
    }
  };

  /** Runs one thing at a time: a second press while the first is under way is nothing. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      await work();
    } finally {
      running.current = false;
    }
  };

  return {
    stage,
    wish,
    contribute: (asked: Wish): Promise<void> =>
      once(() => {
        setWish(asked);
        setStage({ at: 'starting' });
        return begin(asked);
      }),
    /** Stripe says that the card was charged; the server makes sure. */
    cardPaid: (paymentIntentId: string): Promise<void> =>
      once(async () => {
        setStage({ at: 'settling' });
        if (wish) await confirm(paymentIntentId, wish);
      }),
    cardClosed: (): void => say(texts.refused),
    broken: (): void => say(texts.notStarted),
  };
};

export type ContributionWay = ReturnType<typeof useContribution>;
