import type { StartedPayment } from '@satrangi/contracts';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { RegistrationValues } from './registration-values.ts';

export type CardPayment = Extract<StartedPayment, { provider: 'stripe' }>;

/** A form that was accepted, before the payment. */
export type PaidAttempt = {
  readonly values: RegistrationValues;
  readonly eventId: string;
  readonly draftId: string;
  readonly payment: CardPayment;
  readonly options: PaymentOptions;
};

export type RegistrationState =
  | { readonly step: 'form'; readonly message?: string }
  | { readonly step: 'starting' | 'settling' | 'saving' }
  | { readonly step: 'card'; readonly attempt: PaidAttempt }
  /** Paid, and the server did not answer. It finishes the registration by itself. */
  | { readonly step: 'unsaved'; readonly attempt: PaidAttempt; readonly paymentId: string }
  | {
      readonly step: 'done';
      readonly slug: string;
      /** False until the payment is verified; the page is not public before. */
      readonly isPaid: boolean;
      readonly attempt: PaidAttempt;
      readonly paymentId: string;
    };

/**
 * One registration of a visit. It belongs to the page and not to a form, so that what was typed stays when a form is
 * closed, and a payment goes on.
 */
export type Registration = {
  readonly state: Store<RegistrationState>;
  readonly values: Store<RegistrationValues | undefined>;
};

export const createRegistration = (): Registration => ({
  state: createStore<RegistrationState>({ step: 'form' }),
  values: createStore<RegistrationValues | undefined>(undefined),
});
