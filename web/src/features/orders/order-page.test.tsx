import type { Order } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkoutServers, type PaymentResponses, stubProviders } from '../../testing/checkout-servers.ts';
import { anOrder } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeEach(stubProviders);

const LATER = new Date(Date.now() + 900_000).toISOString();
const AT = '2026-11-01T10:00:00.000Z';
const open = (responses: PaymentResponses = {}) =>
  openPage('/orders/order-1', {
    userId: 'asha',
    server: checkoutServers(responses, { hasAccess: () => true }),
  });
const main = () => within(screen.getByRole('main'));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the page of an order', () => {
  it.each<[string, Partial<Order>, string, string[], string[]]>([
    ['paid', {}, 'Paid', ['Read now', 'Receipt', 'My Library'], ['Buy it again']],
    ['paid, not granted', { fulfilled: false }, 'Paid, on its way', ['Receipt'], ['Read now']],
    [
      'waiting',
      { status: 'pending', paidAt: null, fulfilled: false, payUntil: LATER },
      'Waiting for payment',
      [],
      ['Receipt', 'Read now', 'Buy it again'],
    ],
    [
      'failed',
      { status: 'failed', paidAt: null, fulfilled: false, payUntil: LATER },
      'Not paid',
      [],
      ['Receipt', 'Read now'],
    ],
    [
      'past its payment deadline',
      { status: 'pending', paidAt: null, fulfilled: false, payUntil: AT },
      'Not paid in time',
      ['Buy it again'],
      ['Receipt', 'Read now'],
    ],
    [
      'expired',
      { status: 'expired', paidAt: null, fulfilled: false, payUntil: null },
      'Not paid in time',
      ['Buy it again'],
      ['Receipt', 'Read now'],
    ],
    [
      'cancelled',
      { status: 'expired', paidAt: null, fulfilled: false, cancelledAt: AT },
      'Cancelled',
      ['Buy it again'],
      ['Receipt'],
    ],
    ['of another amount', { status: 'mismatch', fulfilled: false }, 'Being checked', [], ['Read now']],
    ['asked back', { refund: 'asked' }, 'We have your refund request', ['Read now', 'Receipt'], []],
    ['on its way back', { refund: 'under-way' }, 'Your refund is on its way', ['Receipt'], []],
    [
      'paid late for an owned title',
      { refund: 'under-way', heldBack: 'owned', fulfilled: false },
      'Your money is on its way back',
      ['Receipt'],
      ['Read now'],
    ],
    [
      'partly refunded',
      { refund: 'partly', refunded: { minor: 100, currency: 'INR' } },
      'Partly refunded',
      ['Receipt'],
      [],
    ],
    ['refunded', { status: 'refunded', refund: 'done' }, 'Refunded', ['Receipt'], ['Read now']],
  ])('%s: says so and offers what is possible', async (_, changes, title, offered, not) => {
    open({ getOrder: () => anOrder(changes) });
    await heading(title);
    for (const name of offered) expect(main().getByRole('link', { name })).toBeTruthy();
    for (const name of not) expect(main().queryByRole('link', { name })).toBeNull();
  });

  it('has number, amount, provider, the text of the statement and the history', async () => {
    const history = [
      { step: 'placed' as const, at: AT },
      { step: 'paid' as const, at: AT },
      { step: 'refund-started' as const, at: AT, amount: { minor: 100, currency: 'INR' as const } },
    ];
    open({ getOrder: () => anOrder({ statementName: 'STR MEDIA', receiptSent: true, history }) });
    await heading('Paid');
    for (const text of ['ST-10482K', 'STR MEDIA', 'UPI, card or bank, by Cashfree'])
      expect(main().getByText(text)).toBeTruthy();
    const steps = within(main().getByRole('region', { name: 'What happened' })).getAllByRole('listitem');
    expect(steps.map((step) => step.firstChild?.textContent)).toEqual([
      'Order placed',
      'Payment arrived',
      'Refund started, ₹1',
      'The receipt was sent to your email.',
    ]);
    expect(document.title).toBe('Order');
  });

  it('reads the payment again for a buyer who has paid, once for several presses', async () => {
    let order = anOrder({ status: 'pending', paidAt: null, fulfilled: false, payUntil: LATER });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const claimOrder = vi.fn(async () => {
      await released;
      order = anOrder();
      return order;
    });
    const { user } = open({ getOrder: () => order, claimOrder });
    await user.dblClick(await screen.findByRole('button', { name: 'I have paid: check now' }));
    release();
    await heading('Paid');
    expect(claimOrder).toHaveBeenCalledTimes(1);
  });

  it("shows the server's sentence when the order is not paid", async () => {
    const order = anOrder({ status: 'expired', paidAt: null, fulfilled: false });
    const { user } = open({ getOrder: () => order, claimOrder: () => order });
    await user.click(await screen.findByRole('button', { name: 'I have paid: check now' }));
    expect(await screen.findByText('Payment status: expired')).toBeTruthy();
  });

  it('is not found for another account, and goes to the login without one', async () => {
    const getOrder = () => {
      throw new FakeProblem('not-found', 'Order not found');
    };
    open({ getOrder });
    await heading('Order not found');
    expect(main().getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/orders');
  });

  it('goes to the login without a session', async () => {
    const { where } = openPage('/orders/order-1', { server: checkoutServers() });
    await waitFor(() => expect(where()).toBe('/login?next=%2Forders%2Forder-1'));
  });
});

describe('a refund on the page of an order', () => {
  const refundable = () => anOrder({ refundUntil: LATER });

  it('is asked for in two presses, once, and says so with focus', async () => {
    let order = refundable();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const requestRefund = vi.fn(async () => {
      await released;
      order = anOrder({ refund: 'asked' });
      return order;
    });
    const { user } = open({ getOrder: () => order, requestRefund });
    const section = within(await screen.findByRole('region', { name: 'Refund' }));
    expect(section.getByText(/within 3 days of paying/)).toBeTruthy();
    await user.click(section.getByRole('button', { name: 'Ask for a refund' }));
    await user.dblClick(await screen.findByRole('button', { name: 'I bought it by mistake' }));
    release();
    await heading('We have your refund request');
    expect(requestRefund).toHaveBeenCalledTimes(1);
    expect(requestRefund).toHaveBeenCalledWith(
      expect.objectContaining({
        params: { orderId: 'order-1' },
        body: { reason: 'I bought it by mistake' },
      }),
    );
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^We have your request\./));
    expect(main().queryByRole('button', { name: 'Ask for a refund' })).toBeNull();
  });

  it("keeps the dialog with the server's sentence when it is refused", async () => {
    const requestRefund = () => {
      throw new FakeProblem('too-late', 'A refund can be asked for within 3 days of paying');
    };
    const { user } = open({ getOrder: refundable, requestRefund });
    await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }));
    await user.click(await screen.findByRole('button', { name: 'It does not open or play' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'A refund can be asked for within 3 days of paying',
    );
    expect(screen.getByRole('dialog', { name: 'Ask for a refund' })).toBeTruthy();
  });

  it.each<[Partial<Order>, RegExp]>([
    [{ refundUntil: AT }, /^The 3 days to ask for a refund are over/],
    [{ purpose: 'contribution', items: [] }, /^A contribution is a gift/],
    [{ purpose: 'virtual-run', items: [] }, /^The fee is given back when the run/],
  ])('says why it cannot be asked for: %o', async (changes, text) => {
    open({ getOrder: () => anOrder(changes) });
    const section = within(await screen.findByRole('region', { name: 'Refund' }));
    expect(section.getByText(text)).toBeTruthy();
    expect(section.queryByRole('button')).toBeNull();
  });
});
