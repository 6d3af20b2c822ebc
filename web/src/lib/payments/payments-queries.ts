import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** How a visitor from a country pays: provider, currency and statement name. */
export type PaymentOptions = Awaited<ReturnType<typeof api.payments.getPaymentOptions>>;

export const paymentsQueries = {
  options: (country: string) =>
    queryOptions({
      queryKey: ['payments', 'options', country],
      queryFn: (): Promise<PaymentOptions> => api.payments.getPaymentOptions({ query: { country } }),
      staleTime: 5 * 60_000,
    }),
  /** The card that Stripe stores for the reader; asked only where it is shown. */
  storedCard: () =>
    queryOptions({
      queryKey: ['payments', 'stored-card'],
      queryFn: async () => (await api.payments.getStoredCard()).card,
    }),
};
