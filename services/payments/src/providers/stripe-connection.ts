import { answerOfStatus, type Connection, lazily } from '@satrangi/chassis';
import { connectStripe, type StripeSettings } from './stripe.ts';

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : null;

/** Reads the balance: allowed to every key but restricted ones, and without data of buyers. */
export const stripeConnection = (settings: StripeSettings): Connection => {
  const stripe = lazily(() => connectStripe(settings));
  const readStatus = async (): Promise<number> => {
    try {
      const client = await stripe();
      await client.balance.retrieve({}, { maxNetworkRetries: 0 });
      return 200;
    } catch (error) {
      const status = statusOf(error);
      if (status === null) throw new Error('stripe did not answer');
      return status;
    }
  };
  return {
    id: 'stripe',
    name: 'Stripe',
    purpose: 'Card payments in other countries',
    area: 'money',
    missing: [],
    isSandbox: Boolean(settings.STRIPE_BASE_URL) || !/^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY),
    check: async () =>
      answerOfStatus(await readStatus(), {
        name: 'Stripe',
        settings: ['STRIPE_SECRET_KEY'],
        meanings: {
          403: 'Stripe knows the key, but it may not read the balance (403): it is a restricted one.',
        },
      }),
  };
};
