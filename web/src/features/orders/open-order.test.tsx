import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  byCashfree,
  byStripe,
  checkout,
  checkoutServers,
  confirmPayment,
  type PaymentResponses,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { anOrder } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import { isOpen, statusText } from './orders.ts';

beforeEach(stubProviders);

const LATER = new Date(Date.now() + 900_000).toISOString();
const pending = () => anOrder({ status: 'pending', paidAt: null, fulfilled: false, payUntil: LATER });
const cancelled = () =>
  anOrder({ status: 'expired', paidAt: null, fulfilled: false, payUntil: null, cancelledAt: LATER });

const open = (address: string, responses: PaymentResponses) =>
  openPage(address, {
    userId: 'asha',
    server: checkoutServers(
      { listMyOrders: () => [pending()], getOrder: pending, ...responses },
      { hasAccess: () => true },
    ),
  });
const continueButton = () => screen.findByRole('button', { name: 'Continue payment of order ST-10482K' });
const cancelButton = () => screen.findByRole('button', { name: 'Cancel order ST-10482K' });

describe('an unpaid order in the list of orders', () => {
  it('resumes its payment by Cashfree once for several clicks, and shows the result', async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const resumeOrder = vi.fn(() => released.then(() => byCashfree()));
    const { user, where } = open('/orders', {
      resumeOrder,
      verifyCashfree: () => verification('paid'),
      getOrder: () => anOrder(),
    });
    await user.dblClick(await continueButton());
    release();
    expect(await screen.findByRole('heading', { level: 1, name: "It's yours" })).toBeTruthy();
    expect(where()).toBe('/payment-success?order_id=order-1');
    expect(resumeOrder).toHaveBeenCalledTimes(1);
    expect(resumeOrder).toHaveBeenCalledWith(expect.objectContaining({ params: { orderId: 'order-1' } }));
    expect(checkout).toHaveBeenCalledWith({ paymentSessionId: 'session-1', redirectTarget: '_modal' });
  });

  it('resumes by card, and shows the result', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const { user, where } = open('/orders', {
      resumeOrder: () => byStripe(),
      confirmStripe: () => verification('paid'),
      getOrder: () => anOrder(),
    });
    await user.click(await continueButton());
    const card = within(await screen.findByRole('dialog', { name: 'Pay by card' }));
    const pay = await card.findByRole('button', { name: 'Pay $2.83' });
    await vi.waitFor(
      async () => {
        await user.click(pay);
        expect(where()).toBe('/payment-success?payment_intent=pi_1');
      },
      { timeout: 10_000, interval: 300 },
    );
    expect(await screen.findByRole('heading', { level: 1, name: "It's yours" })).toBeTruthy();
  }, 20_000);

  it('stays open when the window is closed without a payment', async () => {
    checkout.mockResolvedValue({ error: {} });
    const { user, where } = open('/orders', {
      resumeOrder: () => byCashfree(),
      verifyCashfree: () => verification('pending'),
    });
    await user.click(await continueButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment was cancelled or failed.');
    expect(where()).toBe('/orders');
    expect(await continueButton()).toBeTruthy();
  });

  it('shows the paid order when it was paid elsewhere, and opens no window', async () => {
    const resumeOrder = () => {
      throw new FakeProblem('too-late', 'This order is paid', { status: 'paid' });
    };
    const { user, where } = open('/orders', {
      resumeOrder,
      verifyCashfree: () => verification('paid'),
      getOrder: () => anOrder(),
    });
    await user.click(await continueButton());
    await waitFor(() => expect(where()).toBe('/payment-success?order_id=order-1'));
    expect(checkout).not.toHaveBeenCalled();
  });

  it('shows why it cannot be resumed', async () => {
    const resumeOrder = () => {
      throw new FakeProblem('price-changed', 'The price has changed');
    };
    const { user } = open('/orders', { resumeOrder });
    await user.click(await continueButton());
    expect((await screen.findByRole('alert')).textContent).toBe('The price has changed');
  });

  it('can be cancelled, shows the cancellation, and is closed', async () => {
    let order = pending();
    const cancelOrder = vi.fn(() => {
      order = cancelled();
      return order;
    });
    const { user } = open('/orders', { cancelOrder, listMyOrders: () => [order] });
    await user.click(await cancelButton());
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Continue payment/ })).toBeNull();
    expect(cancelOrder).toHaveBeenCalledTimes(1);
  });

  it('stays open when the provider does not answer the cancellation', async () => {
    const cancelOrder = () => {
      throw new FakeProblem('provider-failed', 'The provider does not answer');
    };
    const { user } = open('/orders', { cancelOrder });
    await user.click(await cancelButton());
    expect((await screen.findByRole('alert')).textContent).toBe('The provider does not answer');
    expect(await continueButton()).toBeTruthy();
  });

  it.each([
    ['paid', anOrder()],
    ['past its payment deadline', { ...pending(), payUntil: '2026-01-01T00:00:00.000Z' }],
    ['not open', { ...pending(), payUntil: null }],
    ['without a payment deadline', anOrder({ status: 'pending' })],
  ])('offers nothing for an order that is %s', (_, order) => {
    expect(isOpen(order, Date.now())).toBe(false);
  });

  it('shows a cancelled order as cancelled', () => {
    expect(statusText(cancelled())).toBe('Cancelled');
  });
});

describe('an unpaid order on the return page of providers', () => {
  const address = '/payment-success?order_id=order-1';

  it('can be resumed there', async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    let status: 'pending' | 'paid' = 'pending';
    const { user } = open(address, {
      resumeOrder: () => {
        status = 'paid';
        return byCashfree();
      },
      verifyCashfree: () => verification(status),
      getOrder: () => (status === 'paid' ? anOrder() : pending()),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Not paid yet' })).toBeTruthy();
    await user.click(await continueButton());
    expect(await screen.findByRole('heading', { level: 1, name: "It's yours" })).toBeTruthy();
  }, 20_000);

  it('can be cancelled there', async () => {
    let order = pending();
    const { user } = open(address, {
      cancelOrder: () => {
        order = cancelled();
        return order;
      },
      verifyCashfree: () => verification(order.status === 'expired' ? 'expired' : 'failed'),
      getOrder: () => order,
    });
    await user.click(await cancelButton());
    expect(await screen.findByRole('heading', { level: 1, name: 'Order cancelled' })).toBeTruthy();
  }, 20_000);
});
