import { FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import {
  checkout,
  checkoutServers,
  type PaymentResponses,
  byCashfree as started,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { openPage } from '../../testing/open-page.tsx';
import { page } from './await-access.ts';
import { undeliveredOrder } from './undelivered-order.ts';

const book = '/ebook/seven-ways?buy=1';

beforeEach(stubProviders);

const shop = (payments: PaymentResponses, hasAccess: () => boolean, country = 'IN') =>
  checkoutServers(payments, { hasAccess, country });

const payButton = () => screen.findByRole('button', { name: 'Pay ₹249' });

describe('paying by Cashfree', () => {
  it('verifies the payment, finds the title in the library and offers to read it (WEB-78, WEB-80)', async () => {
    let hasAccess = false;
    checkout.mockImplementation(async () => {
      hasAccess = true;
      return { paymentDetails: { paymentMessage: 'Payment finished. Check status.' } };
    });
    const verifyCashfree = vi.fn(() => verification('paid'));
    const server = shop({ createPayment: () => started(), verifyCashfree }, () => hasAccess);
    const { user, where } = openPage(book, { userId: 'asha', server });
    await user.click(await payButton());

    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
    const receipt = screen.getByRole('link', { name: 'See the receipt in your orders' });
    expect(receipt.getAttribute('href')).toBe('/orders');
    const [read] = within(screen.getByRole('dialog', { hidden: true })).getAllByRole('link', {
      name: 'Read now',
    });
    expect(read?.getAttribute('href')).toBe('/read/seven-ways');
    expect(verifyCashfree).toHaveBeenCalledTimes(1);
    expect(checkout).toHaveBeenCalledWith({ paymentSessionId: 'session-1', redirectTarget: '_modal' });
    expect(where()).toBe(book);
    await user.click(
      within(screen.getByRole('dialog', { hidden: true })).getByRole('button', { name: 'Close' }),
    );
    expect(await screen.findByText('You own this eBook')).toBeTruthy();
  });

  const idempotencyKeysOf = (fetched: ReturnType<typeof openPage>['fetched']): (string | null)[] =>
    fetched.mock.calls
      .filter(([target]) => String(target).endsWith('/payments/create'))
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));

  it('sends one request for a double click and retries with the same idempotency key', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const createPayment = vi
      .fn(() => released.then(() => started()))
      .mockImplementationOnce(() =>
        released.then(() => {
          throw new FakeProblem('unavailable', 'Not available right now');
        }),
      );
    const server = shop({ createPayment, verifyCashfree: () => verification('pending') }, () => false);
    const { user, fetched } = openPage(book, { userId: 'asha', server });
    await user.dblClick(await payButton());
    release();
    expect((await screen.findByRole('alert')).textContent).toBe('Payment initiation failed.');
    expect(createPayment).toHaveBeenCalledTimes(1);

    await user.click(await payButton());
    await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
    const [first, second] = idempotencyKeysOf(fetched);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it('uses a new idempotency key after an unpaid attempt, because its order may be cancelled', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const createPayment = vi.fn(() => started());
    const server = shop({ createPayment, verifyCashfree: () => verification('expired') }, () => false);
    const { user, fetched } = openPage(book, { userId: 'asha', server });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment was cancelled or failed.');

    await user.click(await payButton());
    await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
    const [first, second] = idempotencyKeysOf(fetched);
    expect(second).not.toBe(first);
  });

  it('uses a new idempotency key after the order of the last one is over', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const createPayment = vi
      .fn(() => started())
      .mockImplementationOnce(() => {
        throw new FakeProblem('too-late', 'This order was cancelled. Please order again.');
      });
    const server = shop({ createPayment, verifyCashfree: () => verification('pending') }, () => false);
    const { user, fetched } = openPage(book, { userId: 'asha', server });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This order was cancelled. Please order again.',
    );
    await user.click(await payButton());
    await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
    const [first, second] = idempotencyKeysOf(fetched);
    expect(second).not.toBe(first);
  });

  it('keeps what was typed when the window was closed (WEB-80)', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const server = shop(
      { createPayment: () => started(), verifyCashfree: () => verification('pending') },
      () => false,
    );
    const { user } = openPage(book, { userId: 'asha', server });
    const name = await screen.findByLabelText('Name on the receipt');
    await user.clear(name);
    await user.type(name, 'A. Rao');
    await user.click(await payButton());
    await screen.findByRole('alert');
    expect(screen.getByLabelText<HTMLInputElement>('Name on the receipt').value).toBe('A. Rao');
  });

  it.each([
    ['paid', 'Payment successful! It is in your library.'],
    ['pending', 'Payment status: pending'],
    ['failed', 'Payment failed or cancelled.'],
  ] as const)('shows that it is %s when Back was pressed over the open window', async (status, outcome) => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    checkout.mockImplementation(() => closed.then(() => ({ paymentDetails: {} })));
    const server = shop(
      { createPayment: () => started(), verifyCashfree: () => verification(status) },
      () => status === 'paid' && checkout.mock.settledResults.length > 0,
    );
    const { user, where, goBack } = openPage('/ebook/seven-ways', { userId: 'asha', server });
    const [buy] = await screen.findAllByRole('button', { name: 'Buy eBook' });
    if (buy) await user.click(buy);
    await user.click(await payButton());
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    await goBack();
    expect(where()).toBe('/ebook/seven-ways');

    close();

    expect(await screen.findByText(outcome)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('trusts the server when a closed window did take the payment', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    let hasAccess = false;
    const verifyCashfree = () => {
      hasAccess = true;
      return verification('paid');
    };
    const { user } = openPage(book, {
      userId: 'asha',
      server: shop({ createPayment: () => started(), verifyCashfree }, () => hasAccess),
    });
    await user.click(await payButton());
    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
  });

  it("shows the order's status when the window reports success", async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const server = shop(
      { createPayment: () => started(), verifyCashfree: () => verification('failed') },
      () => false,
    );
    const { user } = openPage(book, { userId: 'asha', server });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment failed or cancelled.');
  });

  it('shows that delivery failed when a finished payment cannot be verified', async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const verifyCashfree = () => {
      throw new FakeProblem('not-found', 'Order not found');
    };
    const { user } = openPage(book, {
      userId: 'asha',
      server: shop({ createPayment: () => started(), verifyCashfree }, () => false),
    });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Payment succeeded, but delivery failed. Please contact support.',
    );
  });

  it('polls three times for a paid title, then reloads the page and shows that the payment is safe', async () => {
    const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
    checkout.mockResolvedValue({ paymentDetails: {} });
    let polls = 0;
    const server = shop(
      { createPayment: () => started(), verifyCashfree: () => verification('paid') },
      () => {
        polls += 1;
        return false;
      },
    );
    const { user, where } = openPage(book, { userId: 'asha', server });
    await user.click(await payButton());
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 8_000 });
    expect(polls).toBeGreaterThanOrEqual(4);
    expect(where()).toBe('/ebook/seven-ways');
    expect(undeliveredOrder.read('seven-ways')).toBe('order-1');
  }, 15_000);

  it('shows after the reload that the title is on its way, until it is delivered', async () => {
    undeliveredOrder.write('seven-ways', 'order-1', 'asha');
    let hasAccess = false;
    const { client } = openPage('/ebook/seven-ways', { userId: 'asha', server: shop({}, () => hasAccess) });
    expect(
      await screen.findByText('Your payment is safe. The title is on its way to your library.'),
    ).toBeTruthy();

    hasAccess = true;
    await client.invalidateQueries({ queryKey: ['library'] });
    expect(await screen.findByText('You own this eBook')).toBeTruthy();
    await waitFor(() => expect(undeliveredOrder.read('seven-ways')).toBeNull());
  });

  it('does not show it to another reader who logs in where the session has ended', async () => {
    undeliveredOrder.write('seven-ways', 'order-1', 'asha');
    const server = shop({}, () => false);
    const { unmount } = openPage('/ebook/seven-ways', { userId: 'asha', server });
    await screen.findByText('Your payment is safe. The title is on its way to your library.');
    act(() => session.end());
    act(() => session.begin({ token: 'token-of-ravi', userId: 'ravi' }));
    await screen.findAllByRole('button', { name: 'Buy eBook' });
    expect(screen.queryByRole('dialog')).toBeNull();

    unmount();
    openPage('/ebook/seven-ways', { userId: 'ravi', server });
    await screen.findAllByRole('button', { name: 'Buy eBook' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['the message of a refusal', 'price-not-available', 'Price not available', 'Price not available'],
    [
      'a missing provider field',
      'provider-failed',
      'Cashfree payment session ID missing',
      'Cashfree payment session ID missing',
    ],
    ['a generic message for other errors', 'unexpected', 'Something broke', 'Payment initiation failed.'],
  ] as const)(
    'shows %s when the payment does not start, and allows a retry',
    async (_, code, detail, message) => {
      let tries = 0;
      checkout.mockResolvedValue({ error: {} });
      const createPayment = () => {
        tries += 1;
        throw new FakeProblem(code, detail);
      };
      const { user } = openPage(book, { userId: 'asha', server: shop({ createPayment }, () => false) });
      await user.click(await payButton());
      expect((await screen.findByRole('alert')).textContent).toBe(message);
      await user.click(await payButton());
      await waitFor(() => expect(tries).toBe(2));
    },
  );

  it('shows that Cashfree returned no session (PAY-22, WEB-81)', async () => {
    const createPayment = () => ({ ...started(), paymentSessionId: '' });
    const { user } = openPage(book, { userId: 'asha', server: shop({ createPayment }, () => false) });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Cashfree payment session ID missing');
  });

  it('shows Payment error when the window fails (WEB-81)', async () => {
    checkout.mockRejectedValue(new Error('script'));
    const { user } = openPage(book, {
      userId: 'asha',
      server: shop({ createPayment: () => started() }, () => false),
    });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment error');
  });
});
