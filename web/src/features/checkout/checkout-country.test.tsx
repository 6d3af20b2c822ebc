import { gatewayApi, identityApi, paymentsApi } from '@satrangi/contracts';
import { aMediaItem, fakeServer, plays } from '@satrangi/contracts/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { useCheckout } from './use-checkout.ts';

const item = aMediaItem({ priceINR: 249, priceUSD: 2.83 });
const optionsRequested = vi.fn();
beforeEach(() => optionsRequested.mockReset());

function Form() {
  return <CheckoutForm item={item} checkout={useCheckout(item)} verb="Pay" />;
}

/** Renders the form; `geo` answers the country lookup. */
const renderForm = (geo: () => Promise<{ country_code: string }>) => {
  const server = [
    plays(identityApi, { getProfile: () => ({ ...aProfile(), country: null }) }),
    plays(gatewayApi, { geo }),
    plays(paymentsApi, {
      getPaymentOptions: ({ query }) => {
        optionsRequested(query.country);
        return {
          ...(query.country === 'IN'
            ? { provider: 'cashfree' as const, currency: 'INR' as const }
            : { provider: 'stripe' as const, currency: 'USD' as const }),
          statementName: 'STR MEDIA',
          mailSubject: 'Your order is ready',
          sandbox: false,
          stripePublishableKey: 'pk_test_x',
          cashfreeMode: 'sandbox' as const,
        };
      },
    }),
  ];
  vi.stubGlobal('fetch', fakeServer(...server));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
};
const payButton = () => screen.queryByRole('button', { name: /^Pay / });

it('payment waits until the country is known and uses its currency (PAY-28)', async () => {
  const { promise, resolve } = Promise.withResolvers<{ country_code: string }>();
  renderForm(() => promise);
  await screen.findByRole('status', { name: 'One moment' });
  expect(payButton()).toBeNull();

  resolve({ country_code: 'DE' });

  await waitFor(() => expect(payButton()?.textContent).toBe('Pay $2.83'), { timeout: 10_000 });
  expect(optionsRequested.mock.calls.flat()).toEqual(['DE']);
});

it('after three seconds the country defaults to India, with rupees by Cashfree (PAY-28)', async () => {
  const startedAt = performance.now();
  renderForm(() => new Promise(() => {}));
  await screen.findByRole('status', { name: 'One moment' });
  expect(payButton()).toBeNull();

  await waitFor(() => expect(payButton()?.textContent).toBe('Pay ₹249'), { timeout: 15_000 });

  expect(performance.now() - startedAt).toBeGreaterThan(2_900);
  expect(optionsRequested.mock.calls.flat()).toEqual(['IN']);
  expect(screen.getByText('Paying in India: UPI, card, net banking or wallet')).toBeTruthy();
}, 30_000);
