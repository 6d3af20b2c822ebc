import type { StartedPayment } from '@satrangi/contracts';
import { ApiError, runTexts } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { createIdempotencyKeys } from '../../lib/payments/idempotency-keys.ts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { confirmStripe } from '../../lib/payments/verify-payment.ts';
import type { RunEvent } from '../../lib/run-queries.ts';
import { track } from '../../lib/track.ts';
import type { CardPayment, PaidAttempt, Registration } from './registration.ts';
import { registrationBody } from './registration-body.ts';
import type { RegistrationValues } from './registration-values.ts';

/** Sentences of the states (storefront §8). */
export const flowTexts = {
  notStarted: runTexts.paymentFailed,
  notSaved: runTexts.registrationFailed,
  refused: 'Payment failed or cancelled.',
  safe: 'Your payment is safe. We finish your registration and write to you.',
} as const;

const SAVE_TRIES = 3;
const RETRY_MS = 1_000;

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

/** Retries on network and server errors. */
const save = async ({ values, eventId, draftId, payment }: PaidAttempt, paymentId: string) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await api['virtual-run'].register({
        body: {
          ...registrationBody(values, eventId),
          draftId,
          paymentId,
          paymentProvider: 'stripe',
          paymentCurrency: payment.amount?.currency ?? 'INR',
        },
      });
    } catch (error) {
      if (isRefusal(error) || tries === SAVE_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
};

type Draft = Awaited<ReturnType<(typeof api)['virtual-run']['createDraft']>>;
type Payer = { readonly country: string; readonly options: PaymentOptions };

/** Creates the order of a fee. @throws ApiError, TypeError */
const createFee = async (
  { values, eventId, draftId }: Omit<PaidAttempt, 'payment'>,
  {
    feeMinor,
    country,
    key,
  }: { readonly feeMinor: number; readonly country: string; readonly key: (body: object) => string },
): Promise<CardPayment | null> => {
  const { name, email, phone } = registrationBody(values, eventId);
  const body = {
    purpose: 'virtual-run',
    provider: 'stripe',
    amount: feeMinor,
    currency: 'INR',
    country,
    name,
    email,
    ...(phone ? { phone } : {}),
    runDraftId: draftId,
    returnUrl: `${location.origin}${paths.paymentSuccess}`,
  } as const;
  const payment: StartedPayment = await api.payments.createPayment(
    { body },
    { headers: { 'idempotency-key': key(body) } },
  );
  return payment.provider === 'stripe' && payment.clientSecret ? payment : null;
};

/**
 * The steps of a registration: draft, card, verification, registration. The draft exists before money moves, so the
 * server registers a paid runner also when the browser is closed.
 */
const registrationFlow = ({ state }: Registration) => {
  const showMessage = (message: string): void => state.set({ step: 'form', message });
  const keys = createIdempotencyKeys<object>();
  /** The draft of the last form: the same form is the same draft and the same order. */
  let last: { readonly form: string; readonly draft: Draft } | undefined;
  const draftOf = async (body: ReturnType<typeof registrationBody>): Promise<Draft> => {
    const form = JSON.stringify(body);
    if (last?.form !== form) last = { form, draft: await api['virtual-run'].createDraft({ body }) };
    return last.draft;
  };

  const finish = async (attempt: PaidAttempt, paymentId: string): Promise<void> => {
    state.set({ step: 'saving' });
    try {
      const { slug, status } = await save(attempt, paymentId);
      state.set({ step: 'done', slug, isPaid: status === 'paid', attempt, paymentId });
    } catch {
      state.set({ step: 'unsaved', attempt, paymentId });
    }
  };

  return {
    /** Stores the form and starts the payment. @throws ApiError for a form that the server refuses */
    start: async (
      values: RegistrationValues,
      event: RunEvent,
      { country, options }: Payer,
    ): Promise<void> => {
      state.set({ step: 'starting' });
      const eventId = event._id;
      let draft: Draft;
      try {
        draft = await draftOf(registrationBody(values, eventId));
      } catch (error) {
        state.set({ step: 'form' });
        throw error;
      }
      const attempt = { values, eventId, draftId: draft.draftId, options };
      try {
        const payment = await createFee(attempt, { feeMinor: draft.feeMinor, country, key: keys.keyFor });
        if (!payment) return showMessage(flowTexts.notStarted);
        track('payment_initiated', { provider: payment.provider, purpose: 'virtual-run' });
        state.set({ step: 'card', attempt: { ...attempt, payment } });
      } catch {
        showMessage(flowTexts.notStarted);
      }
    },
    /** Stripe reports a charge; the server verifies it. */
    cardPaid: async (attempt: PaidAttempt, paymentId: string): Promise<void> => {
      state.set({ step: 'settling' });
      try {
        const status = await confirmStripe(paymentId);
        if (status === 'failed' || status === 'expired') {
          // this order can not be paid any more
          last = undefined;
          return showMessage(flowTexts.refused);
        }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'payment-not-complete')
          return showMessage(error.message);
        // the charge happened: the registration is sent after any answer
      }
      await finish(attempt, paymentId);
    },
    /** Sends the registration again; the same payment gives the same page. */
    retry: finish,
    /** Asks once more for a registration whose payment was not verified yet. */
    check: async (attempt: PaidAttempt, paymentId: string): Promise<void> => {
      try {
        const { slug, status } = await save(attempt, paymentId);
        state.set({ step: 'done', slug, isPaid: status === 'paid', attempt, paymentId });
      } catch {
        // the next live message or timer checks again
      }
    },
    cardClosed: (): void => showMessage(flowTexts.refused),
    cardFailed: (): void => showMessage(flowTexts.notStarted),
  };
};
export type RegistrationFlow = ReturnType<typeof registrationFlow>;

const flows = new WeakMap<Registration, RegistrationFlow>();

/** The flow of a registration, the same for every form of the page. */
export const flowOf = (registration: Registration): RegistrationFlow => {
  const flow = flows.get(registration) ?? registrationFlow(registration);
  flows.set(registration, flow);
  return flow;
};
