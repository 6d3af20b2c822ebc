import type { AdminOrder } from '@satrangi/contracts';

/** Names of the payment providers. */
export const providerText: Readonly<Record<AdminOrder['paymentProvider'], string>> = {
  cashfree: 'Cashfree',
  stripe: 'Stripe',
};
