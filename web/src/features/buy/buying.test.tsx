import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import {
  checkout,
  openProviders,
  type PaymentAnswers,
  settled,
  byCashfree as started,
  whereOnePays,
} from '../../testing/payments.ts';
import { paidNote } from './paid-note.ts';
import { page } from './settle.ts';

const book = '/ebook/seven-ways?buy=1';

beforeEach(openProviders);

const shop = (payments: PaymentAnswers, owns: () => boolean, country = 'IN') =>
  whereOnePays(payments, { owns, country });

const payButton = () => screen.findByRole('button', { name: 'Pay ₹249' });

describe('paying by Cashfree', () => {
  it('verifies, finds the title in the library and offers to read it where the reader is (WEB-78, WEB-80)', async () => {
    let owns = false;
    checkout.mockImplementation(async () => {
      owns = true;
      return { paymentDetails: { paymentMessage: 'Payment finished. Check status.' } };
    });
    const verifyCashfree = vi.fn(() => settled('paid'));
    const server = shop({ createPayment: () => started(), verifyCashfree }, () => owns);
    const { user, where } = openPage(book, { as: 'asha', server });
    await user.click(await payButton());

    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
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

  const keysOf = (fetched: ReturnType<typeof openPage>['fetched']): (string | null)[] =>
    fetched.mock.calls
      .filter(([target]) => String(target).endsWith('/payments/create'))
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));

  it('asks once however often Pay is pressed, and in the same words after a lost answer', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const { promise: pressed, resolve: go } = Promise.withResolvers<void>();
    const createPayment = vi
      .fn(() => pressed.then(() => started()))
      .mockImplementationOnce(() =>
        pressed.then(() => {
          throw new FakeProblem('unavailable', 'Not available right now');
        }),
      );
    const server = shop({ createPayment, verifyCashfree: () => settled('pending') }, () => false);
    const { user, fetched } = openPage(book, { as: 'asha', server });
    await user.dblClick(await payButton());
    go();
    expect((await screen.findByRole('alert')).textContent).toBe('Payment initiation failed.');
    expect(createPayment).toHaveBeenCalledTimes(1);

    await user.click(await payButton());
    await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
    const [first, second] = keysOf(fetched);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it('asks anew after a window that took no money: an order given up meanwhile is not paid', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const createPayment = vi.fn(() => started());
    const server = shop({ createPayment, verifyCashfree: () => settled('expired') }, () => false);
    const { user, fetched } = openPage(book, { as: 'asha', server });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment was cancelled or failed.');

    await user.click(await payButton());
    await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
    const [first, second] = keysOf(fetched);
    expect(second).not.toBe(first);
  });

  it('keeps what was typed when the window was closed (WEB-80)', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const server = shop(
      { createPayment: () => started(), verifyCashfree: () => settled('pending') },
      () => false,
    );
    const { user } = openPage(book, { as: 'asha', server });
    const name = await screen.findByLabelText('Name on the receipt');
    await user.clear(name);
    await user.type(name, 'A. Rao');
    await user.click(await payButton());
    await screen.findByRole('alert');
    expect(screen.getByLabelText<HTMLInputElement>('Name on the receipt').value).toBe('A. Rao');
  });

  it('believes the server when a closed window had taken the money', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    let owns = false;
    const verifyCashfree = () => {
      owns = true;
      return settled('paid');
    };
    const { user } = openPage(book, {
      as: 'asha',
      server: shop({ createPayment: () => started(), verifyCashfree }, () => owns),
    });
    await user.click(await payButton());
    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
  });

  it('says what the order came to when the window claims to be finished', async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const server = shop(
      { createPayment: () => started(), verifyCashfree: () => settled('failed') },
      () => false,
    );
    const { user } = openPage(book, { as: 'asha', server });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment failed or cancelled.');
  });

  it('says that delivery failed when nobody can tell how a finished payment stands', async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const verifyCashfree = () => {
      throw new FakeProblem('not-found', 'Order not found');
    };
    const { user } = openPage(book, {
      as: 'asha',
      server: shop({ createPayment: () => started(), verifyCashfree }, () => false),
    });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Payment succeeded, but delivery failed. Please contact support.',
    );
  });

  it('looks three times for a paid title, then starts the page afresh and says that the payment is safe', async () => {
    const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
    checkout.mockResolvedValue({ paymentDetails: {} });
    let looks = 0;
    const server = shop({ createPayment: () => started(), verifyCashfree: () => settled('paid') }, () => {
      looks += 1;
      return false;
    });
    const { user, where } = openPage(book, { as: 'asha', server });
    await user.click(await payButton());
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 8_000 });
    expect(looks).toBeGreaterThanOrEqual(4);
    expect(where()).toBe('/ebook/seven-ways');
    expect(paidNote.read('seven-ways')).toBe('order-1');
  }, 15_000);

  it('says after starting afresh that the title is on its way, until it is there', async () => {
    paidNote.write('seven-ways', 'order-1');
    let owns = false;
    const { client } = openPage('/ebook/seven-ways', { as: 'asha', server: shop({}, () => owns) });
    expect(
      await screen.findByText('Your payment is safe. The title is on its way to your library.'),
    ).toBeTruthy();

    owns = true;
    await client.invalidateQueries({ queryKey: ['library'] });
    expect(await screen.findByText('You own this eBook')).toBeTruthy();
    await waitFor(() => expect(paidNote.read('seven-ways')).toBeNull());
  });

  it.each([
    ['the sentence of a refusal', 'price-not-available', 'Price not available', 'Price not available'],
    [
      'what the provider did not say',
      'provider-failed',
      'Cashfree payment session ID missing',
      'Cashfree payment session ID missing',
    ],
    ['one sentence for everything else', 'unexpected', 'Something broke', 'Payment initiation failed.'],
  ] as const)(
    'shows %s when the payment does not start, and can be pressed again',
    async (_, code, detail, shown) => {
      let tries = 0;
      checkout.mockResolvedValue({ error: {} });
      const createPayment = () => {
        tries += 1;
        throw new FakeProblem(code, detail);
      };
      const { user } = openPage(book, { as: 'asha', server: shop({ createPayment }, () => false) });
      await user.click(await payButton());
      expect((await screen.findByRole('alert')).textContent).toBe(shown);
      await user.click(await payButton());
      await waitFor(() => expect(tries).toBe(2));
    },
  );

  it('says when Cashfree gave no session (PAY-22, WEB-81)', async () => {
    const createPayment = () => ({ ...started(), paymentSessionId: '' });
    const { user } = openPage(book, { as: 'asha', server: shop({ createPayment }, () => false) });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Cashfree payment session ID missing');
  });

  it('says Payment error when the window breaks (WEB-81)', async () => {
    checkout.mockRejectedValue(new Error('script'));
    const { user } = openPage(book, {
      as: 'asha',
      server: shop({ createPayment: () => started() }, () => false),
    });
    await user.click(await payButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment error');
  });
});
