import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkoutServers,
  confirmPayment,
  type PaymentResponses,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { anOrder } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeEach(stubProviders);

/** A reader abroad who pays by card, unless a test overrides it. */
const servers = (
  payments: PaymentResponses = {},
  { hasAccess = (): boolean => false, country = 'US' } = {},
) => checkoutServers(payments, { hasAccess, country });

const paid = () => verification('paid');
const cardDialog = () => screen.findByRole('dialog', { name: 'Pay by card' });
const READY_MS = 600;
const formReady = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, READY_MS));

describe('/payment', () => {
  it('sends a visitor to the login and back (WEB-06)', async () => {
    const { where } = openPage('/payment?ebook=seven-ways', { server: servers() });
    await waitFor(() => expect(where()).toBe('/login?next=%2Fpayment%3Febook%3Dseven-ways'));
  });

  it('shows title, price, country and provider, and Pay Now with the amount (WEB-30)', async () => {
    openPage('/payment?ebook=seven-ways', { userId: 'asha', server: servers({}, { country: 'IN' }) });
    const order = within(await screen.findByRole('region', { name: 'Your order' }));
    expect(order.getByRole('heading', { name: 'Seven Ways Home' })).toBeTruthy();
    expect(order.getByText('₹249')).toBeTruthy();
    expect(await order.findByText('Cashfree')).toBeTruthy();
    expect(order.getByText('India')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Pay Now ₹249' })).toBeTruthy();
  });

  it.each(['/payment?ebook=nothing', '/payment'])(
    'shows at %s that the eBook does not exist (WEB-109)',
    async (address) => {
      openPage(address, { userId: 'asha', server: servers() });
      expect((await screen.findByRole('alert')).textContent).toBe('eBook not found');
    },
  );

  it.each(['/payment?ebook=seven-ways', '/ebook/seven-ways?buy=1'])(
    'keeps what was typed at %s when the page cannot be loaded again',
    async (address) => {
      const { user, reloadOffline } = openPage(address, { userId: 'asha', server: servers() });
      await user.type(await screen.findByLabelText('Name on the receipt'), ' Rao');
      await reloadOffline();
      expect(screen.getByLabelText<HTMLInputElement>('Name on the receipt').value).toBe('Asha Rao');
    },
  );

  it('does not sell an owned title again', async () => {
    openPage('/payment?ebook=seven-ways', { userId: 'asha', server: servers({}, { hasAccess: () => true }) });
    expect(await screen.findByText('You own this eBook')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Pay Now/ })).toBeNull();
  });
});

describe('paying by card', () => {
  const open = async (payments: PaymentResponses = {}, hasAccess = (): boolean => false) => {
    const opened = openPage('/payment?ebook=seven-ways', {
      userId: 'asha',
      server: servers(payments, { hasAccess }),
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Pay Now $2.83' }));
    const dialog = within(await cardDialog());
    return { ...opened, dialog, pay: await dialog.findByRole('button', { name: 'Pay $2.83' }) };
  };

  it('shows that the form is still loading when it is pressed too early (WEB-81, WEB-82)', async () => {
    const { user, pay, dialog } = await open();
    await user.click(pay);
    expect(dialog.getByRole('alert').textContent).toBe('Payment form is still loading, please wait...');
    expect(confirmPayment).not.toHaveBeenCalled();
  });

  it('confirms once for several clicks, verifies on the server, and delivers the book (WEB-78)', async () => {
    let hasAccess = false;
    confirmPayment.mockImplementation(async () => {
      hasAccess = true;
      return { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
    });
    const confirmStripe = vi.fn(paid);
    const { user, pay } = await open({ confirmStripe }, () => hasAccess);
    await formReady();
    await user.dblClick(pay);

    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
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

  it('stays open while the charge runs, and never says that a charged payment was cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    confirmPayment.mockReturnValue(promise);
    let hasAccess = false;
    const { user, pay, dialog } = await open({ confirmStripe: paid }, () => hasAccess);
    await formReady();
    await user.click(pay);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Payment was cancelled or failed.')).toBeNull();

    hasAccess = true;
    resolve({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
  });

  it.each([
    ["the bank's reason", { error: { message: 'Your card was declined.' } }, 'Your card was declined.'],
    [
      'a generic message without a reason',
      { error: {} },
      'Payment failed. Please try again or use a different card.',
    ],
    ['that no payment came back (PAY-22)', {}, 'No payment intent ID returned from Stripe.'],
    [
      'the status of an unfinished payment (PAY-10)',
      { paymentIntent: { id: 'pi_1', status: 'processing' } },
      'Payment status: processing',
    ],
  ])('shows %s and allows a retry', async (_, result, sentence) => {
    confirmPayment.mockResolvedValue(result);
    const { user, pay, dialog } = await open();
    await formReady();
    await user.click(pay);
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
    await user.click(dialog.getByRole('button', { name: 'Pay $2.83' }));
    await waitFor(() => expect(confirmPayment).toHaveBeenCalledTimes(2));
  });

  it('shows that delivery failed when the card was charged and the server has no such order (WEB-81)', async () => {
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

  it('shows that the card form was closed, and Pay Now works again', async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Payment was cancelled or failed.');
    await user.click(screen.getByRole('button', { name: 'Pay Now $2.83' }));
    expect(await cardDialog()).toBeTruthy();
  });
});

describe('/stripe-checkout', () => {
  it('refuses an address without a payment key', async () => {
    openPage('/stripe-checkout', { userId: 'asha', server: servers() });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Payment initialization failed. Please try again.',
    );
  });

  it('charges and navigates to the order (WEB-78)', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const { user } = openPage('/stripe-checkout?clientSecret=pi_1_secret_2', {
      userId: 'asha',
      server: servers({
        confirmStripe: paid,
        getOrder: () => anOrder({ amount: { minor: 283, currency: 'USD' } }),
      }),
    });
    const pay = await screen.findByRole('button', { name: 'Pay $2.83' });
    await formReady();
    await user.click(pay);
    expect(await screen.findByRole('heading', { name: "It's yours" })).toBeTruthy();
  });

  it('keeps the card form when its data cannot be loaded again', async () => {
    const { reloadOffline } = openPage('/stripe-checkout?clientSecret=pi_1_secret_2', {
      userId: 'asha',
      server: servers(),
    });
    const pay = await screen.findByRole('button', { name: 'Pay ₹249' });
    await reloadOffline();
    expect(screen.getByRole('button', { name: 'Pay ₹249' })).toBe(pay);
  });

  it('shows that the confirmation failed and retries it', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    let isKnown = false;
    const confirmStripe = () => {
      if (!isKnown) throw new FakeProblem('not-found', 'Order not found');
      return paid();
    };
    const { user } = openPage('/stripe-checkout?clientSecret=pi_1_secret_2', {
      userId: 'asha',
      server: servers({ confirmStripe }),
    });
    const pay = await screen.findByRole('button', { name: 'Pay ₹249' });
    await formReady();
    await user.click(pay);
    expect(await screen.findByText('Payment confirmation failed.')).toBeTruthy();

    isKnown = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: "It's yours" })).toBeTruthy();
  });
});
