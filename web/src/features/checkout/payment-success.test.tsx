import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { checkoutServers as servers, verification } from '../../testing/checkout-servers.ts';
import { anOrder } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const paid = () => verification('paid');

describe('/payment-success', () => {
  it('sends a visitor to the login for an order of an account', async () => {
    const getOrder = () => {
      throw new FakeProblem('not-found', 'Order not found');
    };
    const { where } = openPage('/payment-success?order_id=order-1', { server: servers({ getOrder }) });
    await waitFor(() => expect(where()).toBe('/login?next=%2Fpayment-success%3Forder_id%3Dorder-1'));
  });

  it('thanks for a contribution made without an account (WEB-104)', async () => {
    const gift = anOrder({ purpose: 'contribution', items: [], amount: { minor: 50_000, currency: 'INR' } });
    const server = servers({
      getOrder: () => gift,
      verifyCashfree: () => verification('paid', 'contribution'),
    });
    openPage('/payment-success?order_id=order-1', { server });
    expect(await screen.findByText('Thank you for your Contribution!')).toBeTruthy();
    expect(screen.getByText('₹500')).toBeTruthy();
    const library = within(screen.getByRole('main')).getByRole('link', { name: 'Digital library' });
    expect(library.getAttribute('href')).toBe('/digital-library');
    expect(screen.queryByRole('button', { name: /^Receipt/ })).toBeNull();
  });

  it("shows It's yours, with a link to read it and the order number", async () => {
    openPage('/payment-success?order_id=order-1', {
      userId: 'asha',
      server: servers({ verifyCashfree: paid, getOrder: () => anOrder({ statementName: 'STR MEDIA' }) }),
    });
    const heading = await screen.findByRole('heading', { level: 1, name: "It's yours" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe('/read/seven-ways');
    expect(screen.getByRole('link', { name: 'ST-10482K' }).getAttribute('href')).toBe('/orders/order-1');
    expect(screen.getByRole('link', { name: 'Receipt of order ST-10482K' }).getAttribute('href')).toBe(
      '/orders/order-1/receipt',
    );
    expect(screen.getByText(/^Your statement will read/).textContent).toBe(
      'Your statement will read STR MEDIA, without a title.',
    );
  });

  it('opens a film and a recording on their page', async () => {
    const items = [
      { media: 'the-kite', mediaType: 'shortfilm' as const, format: 'video' as const, title: 'The Kite' },
    ];
    const server = servers({ verifyCashfree: paid, getOrder: () => anOrder({ items }) });
    openPage('/payment-success?order_id=order-1', { userId: 'asha', server });
    await screen.findByRole('heading', { level: 1, name: "It's yours" });
    expect(screen.getByRole('link', { name: 'Watch now' }).getAttribute('href')).toBe('/short-film/the-kite');
  });

  it('accepts a Stripe payment too', async () => {
    const confirmStripe = vi.fn(paid);
    openPage('/payment-success?payment_intent=pi_1&redirect_status=succeeded', {
      userId: 'asha',
      server: servers({ confirmStripe }),
    });
    expect(await screen.findByRole('heading', { name: "It's yours" })).toBeTruthy();
    expect(confirmStripe).toHaveBeenCalledTimes(1);
  });

  it('shows after three polls that the payment is safe, with the order number', async () => {
    const server = servers({ verifyCashfree: paid, getOrder: () => anOrder({ fulfilled: false }) });
    openPage('/payment-success?order_id=order-1', { userId: 'asha', server });
    expect(
      await screen.findByText(
        'Your payment is safe. The title is on its way to your library.',
        {},
        { timeout: 8_000 },
      ),
    ).toBeTruthy();
    expect(screen.getByText('ST-10482K')).toBeTruthy();
  }, 15_000);

  it('goes on by itself when a late title arrives', async () => {
    let fulfilled = false;
    const server = servers({ verifyCashfree: paid, getOrder: () => anOrder({ fulfilled }) });
    const { client } = openPage('/payment-success?order_id=order-1', { userId: 'asha', server });
    await screen.findByText(/^Your payment is safe/, {}, { timeout: 8_000 });
    fulfilled = true;
    await client.invalidateQueries({ queryKey: ['payments', 'order'] });
    expect(await screen.findByRole('heading', { level: 1, name: "It's yours" })).toBeTruthy();
  }, 15_000);

  it('shows a failed payment with a link back to the book', async () => {
    const server = servers({
      verifyCashfree: () => verification('failed'),
      getOrder: () => anOrder({ status: 'failed', fulfilled: false }),
    });
    openPage('/payment-success?order_id=order-1', { userId: 'asha', server });
    expect(await screen.findByRole('heading', { name: 'Payment failed' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the eBook' }).getAttribute('href')).toBe(
      '/ebook/seven-ways',
    );
  });

  it('shows a refunded payment as refunded, not as unpaid', async () => {
    const server = servers({
      verifyCashfree: () => verification('refunded'),
      getOrder: () => anOrder({ status: 'refunded' }),
    });
    openPage('/payment-success?order_id=order-1', { userId: 'asha', server });
    expect(await screen.findByRole('heading', { name: 'Refunded' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Payment status: refunded');
  });

  it('links to orders and library when the status cannot be loaded', async () => {
    const verifyCashfree = () => {
      throw new FakeProblem('not-found', 'Order not found');
    };
    openPage('/payment-success?order_id=nothing', { userId: 'asha', server: servers({ verifyCashfree }) });
    expect((await screen.findByRole('alert')).textContent).toContain('Payment confirmation failed.');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe('/orders');
    expect(main.getByRole('link', { name: 'My Library' }).getAttribute('href')).toBe('/digital-library');
  });

  it('shows the status of a pending payment and checks it again on request', async () => {
    let status = 'processing';
    const confirmStripe = () => {
      if (status !== 'succeeded') throw new FakeProblem('payment-not-complete', `Payment status: ${status}`);
      return paid();
    };
    const { user } = openPage('/payment-success?payment_intent=pi_1', {
      userId: 'asha',
      server: servers({ confirmStripe }),
    });
    expect((await screen.findByRole('alert')).textContent).toBe('Payment status: processing');

    status = 'succeeded';
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('heading', { name: "It's yours" })).toBeTruthy();
  });
});
