import { catalogApi, gatewayApi, identityApi, libraryApi, OrderId, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anEbook, anOrder, aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const orderId = OrderId.parse('order-1');
type Answers = Parameters<typeof plays<typeof paymentsApi>>[1];

/** Stripe's script, as much of it as a card form needs; `confirmPayment` is in the hands of the test. */
const confirmPayment = vi.fn();
beforeEach(() => {
  confirmPayment.mockReset();
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
    confirmCardPayment: async () => ({}),
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  });
  vi.stubGlobal('Stripe', Object.assign(open, { version: 'endive' }));
});

const world = (payments: Answers, { owns = (): boolean => false, country = 'US' } = {}) => [
  plays(catalogApi, {
    getEbook: ({ params }) => {
      if (params.id !== 'seven-ways') throw new FakeProblem('not-found', 'eBook not found');
      return anEbook();
    },
  }),
  plays(identityApi, { getProfile: () => aProfile() }),
  plays(gatewayApi, { geo: () => ({ country_code: country }) }),
  plays(libraryApi, { checkAccess: () => ({ hasAccess: owns() }), listEntries: () => [] }),
  plays(paymentsApi, {
    getPaymentOptions: ({ query }) => ({
      ...(query.country === 'IN'
        ? { provider: 'cashfree' as const, currency: 'INR' as const }
        : { provider: 'stripe' as const, currency: 'USD' as const }),
      statementName: 'STR MEDIA',
      mailSubject: 'Your order is ready',
      sandbox: false,
      stripePublishableKey: 'pk_test_x',
      cashfreeMode: 'sandbox' as const,
    }),
    createPayment: () => ({
      provider: 'stripe' as const,
      orderId,
      amount: { minor: 283, currency: 'USD' as const },
      paymentIntentId: 'pi_1',
      clientSecret: 'pi_1_secret_2',
      client_secret: 'pi_1_secret_2',
    }),
    getOrder: () => anOrder(),
    ...payments,
  }),
];

const paid = () => ({
  orderId,
  purpose: 'purchase' as const,
  status: 'paid' as const,
  paid: true,
  granted: [],
});
const cardDialog = () => screen.findByRole('dialog', { name: 'Pay by card' });
const READY_MS = 600;
const formReady = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, READY_MS));

describe('/payment', () => {
  it('asks a visitor to log in and to come back', async () => {
    const { where } = openPage('/payment?ebook=seven-ways', { server: world({}) });
    await waitFor(() => expect(where()).toBe('/login?next=%2Fpayment%3Febook%3Dseven-ways'));
  });

  it('shows title, price, country and provider, and Pay Now with the amount', async () => {
    openPage('/payment?ebook=seven-ways', { as: 'asha', server: world({}, { country: 'IN' }) });
    const order = within(await screen.findByRole('region', { name: 'Your order' }));
    expect(order.getByRole('heading', { name: 'Seven Ways Home' })).toBeTruthy();
    expect(order.getByText('₹249')).toBeTruthy();
    expect(await order.findByText('Cashfree')).toBeTruthy();
    expect(order.getByText('India')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Pay Now ₹249' })).toBeTruthy();
  });

  it('says when the eBook does not exist and when it is owned already', async () => {
    openPage('/payment?ebook=nothing', { as: 'asha', server: world({}) });
    expect((await screen.findByRole('alert')).textContent).toBe('eBook not found');
  });

  it('sells nothing twice', async () => {
    openPage('/payment?ebook=seven-ways', { as: 'asha', server: world({}, { owns: () => true }) });
    expect(await screen.findByText('You own this eBook')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Pay Now/ })).toBeNull();
  });
});

describe('paying by card', () => {
  const open = async (payments: Answers = {}, owns = (): boolean => false) => {
    const opened = openPage('/payment?ebook=seven-ways', { as: 'asha', server: world(payments, { owns }) });
    await opened.user.click(await screen.findByRole('button', { name: 'Pay Now $2.83' }));
    const dialog = within(await cardDialog());
    return { ...opened, dialog, pay: await dialog.findByRole('button', { name: 'Pay $2.83' }) };
  };

  it('says that the form is still loading when it is pressed too early', async () => {
    const { user, pay, dialog } = await open();
    await user.click(pay);
    expect(dialog.getByRole('alert').textContent).toBe('Payment form is still loading, please wait...');
    expect(confirmPayment).not.toHaveBeenCalled();
  });

  it('confirms once however often it is pressed, asks our server, and hands the book over', async () => {
    let owns = false;
    confirmPayment.mockImplementation(async () => {
      owns = true;
      return { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
    });
    const confirmStripe = vi.fn(paid);
    const { user, pay } = await open({ confirmStripe }, () => owns);
    await formReady();
    await user.dblClick(pay);

    expect(await screen.findByText('Payment successful! Redirecting to your library...')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe('/read/seven-ways');
    expect(confirmPayment).toHaveBeenCalledTimes(1);
    expect(confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({
        redirect: 'if_required',
        confirmParams: { return_url: `${location.origin}/payment-success` },
      }),
    );
    expect(confirmStripe).toHaveBeenCalledWith(
      expect.objectContaining({ body: { paymentIntentId: 'pi_1', ebookId: 'seven-ways' } }),
    );
  });

  it.each([
    ['the reason of the bank', { error: { message: 'Your card was declined.' } }, 'Your card was declined.'],
    [
      'one sentence without a reason',
      { error: {} },
      'Payment failed. Please try again or use a different card.',
    ],
    ['that no payment came back (PAY-22)', {}, 'No payment intent ID returned from Stripe.'],
    [
      'the status of an unfinished payment (PAY-10)',
      { paymentIntent: { id: 'pi_1', status: 'processing' } },
      'Payment status: processing',
    ],
  ])('shows %s and can be pressed again', async (_, result, sentence) => {
    confirmPayment.mockResolvedValue(result);
    const { user, pay, dialog } = await open();
    await formReady();
    await user.click(pay);
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
    await user.click(dialog.getByRole('button', { name: 'Pay $2.83' }));
    await waitFor(() => expect(confirmPayment).toHaveBeenCalledTimes(2));
  });

  it('says that delivery failed when the card was charged and our server does not know', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const confirmStripe = () => {
      throw new FakeProblem('not-found', 'Order not found');
    };
    const { user, pay } = await open({ confirmStripe });
    await formReady();
    await user.click(pay);
    expect((await screen.findByText(/delivery failed/)).textContent).toBe(
      'Payment succeeded, but delivery failed. Please contact support.',
    );
  });

  it('says so when the card form is closed, and Pay Now works again', async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Payment was cancelled or failed.');
    await user.click(screen.getByRole('button', { name: 'Pay Now $2.83' }));
    expect(await cardDialog()).toBeTruthy();
  });
});

describe('/stripe-checkout', () => {
  it('refuses an address without a key of a payment', async () => {
    openPage('/stripe-checkout', { as: 'asha', server: world({}) });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Payment initialization failed. Please try again.',
    );
  });

  it('charges and goes on to the order', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const { user } = openPage('/stripe-checkout?clientSecret=pi_1_secret_2', {
      as: 'asha',
      server: world({
        confirmStripe: paid,
        getOrder: () => anOrder({ amount: { minor: 283, currency: 'USD' } }),
      }),
    });
    const pay = await screen.findByRole('button', { name: 'Pay $2.83' });
    await formReady();
    await user.click(pay);
    expect(await screen.findByRole('heading', { name: 'It is yours' })).toBeTruthy();
  });

  it('says that the confirmation failed and tries it again', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    let isKnown = false;
    const confirmStripe = () => {
      if (!isKnown) throw new FakeProblem('not-found', 'Order not found');
      return paid();
    };
    const { user } = openPage('/stripe-checkout?clientSecret=pi_1_secret_2', {
      as: 'asha',
      server: world({ confirmStripe }),
    });
    const pay = await screen.findByRole('button', { name: 'Pay ₹249' });
    await formReady();
    await user.click(pay);
    expect(await screen.findByText('Payment confirmation failed.')).toBeTruthy();

    isKnown = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'It is yours' })).toBeTruthy();
  });
});

describe('/payment-success', () => {
  it('asks a visitor to log in for an order of an account', async () => {
    const getOrder = () => {
      throw new FakeProblem('not-found', 'Order not found');
    };
    const { where } = openPage('/payment-success?order_id=order-1', { server: world({ getOrder }) });
    await waitFor(() => expect(where()).toBe('/login?next=%2Fpayment-success%3Forder_id%3Dorder-1'));
  });

  it('thanks for a contribution that was made without an account (WEB-104)', async () => {
    const gift = anOrder({ purpose: 'contribution', items: [], amount: { minor: 50_000, currency: 'INR' } });
    const server = world({
      getOrder: () => gift,
      verifyCashfree: () => ({ orderId, purpose: 'contribution', status: 'paid', paid: true, granted: [] }),
    });
    openPage('/payment-success?order_id=order-1', { server });
    expect(await screen.findByText('Thank you for your Contribution!')).toBeTruthy();
    expect(screen.getByText('₹500')).toBeTruthy();
    const library = within(screen.getByRole('main')).getByRole('link', { name: 'Digital library' });
    expect(library.getAttribute('href')).toBe('/digital-library');
    expect(screen.queryByRole('button', { name: /^Receipt/ })).toBeNull();
  });

  it('says that it is yours, with the way to read it and the number', async () => {
    openPage('/payment-success?order_id=order-1', { as: 'asha', server: world({ verifyCashfree: paid }) });
    const heading = await screen.findByRole('heading', { level: 1, name: 'It is yours' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe('/read/seven-ways');
    expect(screen.getByText('ST-10482K')).toBeTruthy();
  });

  it('reads a Stripe payment too', async () => {
    const confirmStripe = vi.fn(paid);
    openPage('/payment-success?payment_intent=pi_1&redirect_status=succeeded', {
      as: 'asha',
      server: world({ confirmStripe }),
    });
    expect(await screen.findByRole('heading', { name: 'It is yours' })).toBeTruthy();
    expect(confirmStripe).toHaveBeenCalledTimes(1);
  });

  it('says after three looks that the payment is safe, with the number', async () => {
    const server = world({ verifyCashfree: paid, getOrder: () => anOrder({ fulfilled: false }) });
    openPage('/payment-success?order_id=order-1', { as: 'asha', server });
    expect(
      await screen.findByText(
        'Your payment is safe. The title is on its way to your library.',
        {},
        { timeout: 8_000 },
      ),
    ).toBeTruthy();
    expect(screen.getByText('ST-10482K')).toBeTruthy();
  }, 15_000);

  it('shows a failed payment with the way back to the book', async () => {
    const verifyCashfree = () => ({
      orderId,
      purpose: 'purchase' as const,
      status: 'failed' as const,
      paid: false,
      granted: [],
    });
    const server = world({ verifyCashfree, getOrder: () => anOrder({ status: 'failed', fulfilled: false }) });
    openPage('/payment-success?order_id=order-1', { as: 'asha', server });
    expect(await screen.findByRole('heading', { name: 'Payment failed' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the eBook' }).getAttribute('href')).toBe(
      '/ebook/seven-ways',
    );
  });

  it('shows the status of a payment that is still under way, and looks again when asked', async () => {
    let status = 'processing';
    const confirmStripe = () => {
      if (status !== 'succeeded') throw new FakeProblem('payment-not-complete', `Payment status: ${status}`);
      return paid();
    };
    const { user } = openPage('/payment-success?payment_intent=pi_1', {
      as: 'asha',
      server: world({ confirmStripe }),
    });
    expect((await screen.findByRole('alert')).textContent).toBe('Payment status: processing');

    status = 'succeeded';
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByRole('heading', { name: 'It is yours' })).toBeTruthy();
  });
});
