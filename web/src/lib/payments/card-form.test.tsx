import type { Money } from '@satrangi/contracts';
import type { Stripe } from '@stripe/stripe-js';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CardForm } from './card-form.tsx';

/** As much of Stripe.js as the form needs; records rendered elements and confirmations. */
const openStripe = () => {
  const rendered: unknown[][] = [];
  const element = () => {
    const self: Record<string, unknown> = {};
    for (const name of ['mount', 'on', 'once', 'off', 'update', 'destroy', 'unmount'])
      self[name] = () => self;
    return self;
  };
  const elements = {
    create: (...args: unknown[]) => {
      rendered.push(args);
      return element();
    },
    getElement: () => null,
    update: () => {},
    on: () => {},
  };
  const confirmPayment = vi.fn(async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }));
  const unused = async () => ({});
  const stripe = {
    elements: () => elements,
    confirmPayment,
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  };
  // Stripe's type has about a hundred more methods, which the form does not call.
  return { rendered, elements, confirmPayment, stripe: stripe as unknown as Stripe };
};

const show = (stripe: Stripe, amount: Money, onPaid = vi.fn()) => {
  render(
    <CardForm
      stripe={stripe}
      clientSecret="pi_1_secret_2"
      amount={amount}
      payer="Asha Rao"
      onPaid={onPaid}
    />,
  );
  return onPaid;
};

it('abroad has a billing address beside the card, with the buyer’s name in it, and sends both (PAY-39)', async () => {
  const { rendered, elements, confirmPayment, stripe } = openStripe();
  const onPaid = show(stripe, { minor: 283, currency: 'USD' });
  const pay = await screen.findByRole('button', { name: 'Pay $2.83' });

  await vi.waitFor(
    async () => {
      await userEvent.click(pay);
      expect(onPaid).toHaveBeenCalledWith('pi_1');
    },
    { timeout: 10_000, interval: 300 },
  );

  expect(rendered).toMatchObject([
    ['address', { mode: 'billing', defaultValues: { name: 'Asha Rao' } }],
    ['payment', {}],
  ]);
  expect(confirmPayment).toHaveBeenCalledWith(expect.objectContaining({ elements }));
}, 20_000);

it('rupees need no address (PAY-39)', async () => {
  const { rendered, stripe } = openStripe();
  show(stripe, { minor: 50_000, currency: 'INR' });
  await screen.findByRole('button', { name: 'Pay ₹500' });

  expect(rendered.map(([kind]) => kind)).toEqual(['payment']);
});
