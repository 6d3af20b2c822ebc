import { catalogApi, gatewayApi, identityApi, libraryApi, OrderId, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { type Mock, vi } from 'vitest';
import { anEbook, anOrder, aProfile, onePage } from './fixtures.ts';

export type PaymentResponses = Parameters<typeof plays<typeof paymentsApi>>[1];

export const orderId = OrderId.parse('order-1');

/** The checkout calls of both providers, controlled by the test. */
export const checkout: Mock = vi.fn();
export const confirmPayment: Mock = vi.fn();
export const confirmCardPayment: Mock = vi.fn();

/** Stubs the providers' scripts, as much of them as a page needs; for `beforeEach`. */
export const stubProviders = (): void => {
  checkout.mockReset();
  confirmPayment.mockReset();
  confirmCardPayment.mockReset();
  vi.stubGlobal('Cashfree', () => ({ checkout }));
  const element = () => {
    const self: Record<string, unknown> = {};
    for (const name of ['mount', 'on', 'once', 'off', 'update', 'destroy', 'unmount', 'focus'])
      self[name] = () => self;
    return self;
  };
  const open = () => ({
    elements: () => ({ create: element, getElement: () => null, update: () => {}, on: () => {} }),
    confirmPayment,
    createToken: async () => ({}),
    createPaymentMethod: async () => ({}),
    confirmCardPayment,
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  });
  vi.stubGlobal('Stripe', Object.assign(open, { version: 'endive' }));
};

/** A started payment of each provider. */
export const byCashfree = (minor = 24_900) => ({
  provider: 'cashfree' as const,
  orderId,
  amount: { minor, currency: 'INR' as const },
  paymentSessionId: 'session-1',
});
export const byStripe = (minor = 283) => ({
  provider: 'stripe' as const,
  orderId,
  amount: { minor, currency: 'USD' as const },
  paymentIntentId: 'pi_1',
  clientSecret: 'pi_1_secret_2',
  client_secret: 'pi_1_secret_2',
});

/** The server's answer about a payment. */
export const verification = (
  status: 'paid' | 'pending' | 'failed' | 'expired' | 'refunded',
  purpose: 'purchase' | 'contribution' = 'purchase',
) => ({ orderId, purpose, status, paid: status === 'paid', granted: [] });

const providerByPlace = {
  home: { provider: 'cashfree', currency: 'INR' },
  abroad: { provider: 'stripe', currency: 'USD' },
} as const;

/** Fake APIs for a checkout from a country; `responses` override the payments API. */
export const checkoutServers = (
  responses: PaymentResponses = {},
  { hasAccess = () => false, country = 'IN' }: { hasAccess?: () => boolean; country?: string } = {},
) => [
  plays(catalogApi, {
    getEbook: ({ params }) => {
      if (params.id !== 'seven-ways') throw new FakeProblem('not-found', 'eBook not found');
      return anEbook();
    },
    listReviews: () => ({ reviews: [], average: 0, count: 0, stars: [0, 0, 0, 0, 0] }),
    listEbooks: () => onePage(),
  }),
  plays(identityApi, { getProfile: () => aProfile() }),
  plays(gatewayApi, { geo: () => ({ country_code: country }) }),
  plays(libraryApi, { checkAccess: () => ({ hasAccess: hasAccess() }), listEntries: () => [] }),
  plays(paymentsApi, {
    getPaymentOptions: ({ query }) => ({
      ...providerByPlace[query.country === 'IN' ? 'home' : 'abroad'],
      statementName: 'STR MEDIA',
      mailSubject: 'Your order is ready',
      thanksSubject: 'Thank you',
      sandbox: false,
      stripePublishableKey: 'pk_test_x',
      cashfreeMode: 'sandbox' as const,
    }),
    createPayment: () => (country === 'IN' ? byCashfree() : byStripe()),
    getOrder: () => anOrder(),
    ...responses,
  }),
];
