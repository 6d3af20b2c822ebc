import { gatewayApi, identityApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aProfile } from '../../testing/fixtures.ts';
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

const dialog = () => screen.findByRole('dialog', { name: 'Buy eBook', hidden: true });
const payButton = () => screen.findByRole('button', { name: 'Pay ₹249' });

describe('the way to the buyer dialog', () => {
  it('leads a visitor to the login and back to the same book with a wish to buy', async () => {
    const { user, where } = openPage('/ebook/seven-ways', { server: shop({}, () => false) });
    const [buy] = await screen.findAllByRole('button', { name: 'Buy eBook' });
    if (buy) await user.click(buy);
    await waitFor(() => expect(where()).toBe('/login?next=%2Febook%2Fseven-ways%3Fbuy%3D1'));
  });

  it('opens by itself for somebody who comes back signed in, filled in from the account', async () => {
    openPage(book, { as: 'asha', server: shop({}, () => false) });
    const form = within(await dialog());
    expect((await form.findByLabelText<HTMLInputElement>('Name on the receipt')).value).toBe('Asha');
    expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
    expect(form.getByText('STR MEDIA')).toBeTruthy();
    expect(form.getByText('Your order is ready')).toBeTruthy();
    expect(await payButton()).toBeTruthy();
  });

  it('takes the wish out of the address when it is closed', async () => {
    const { user, where } = openPage(book, { as: 'asha', server: shop({}, () => false) });
    await user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(where()).toBe('/ebook/seven-ways'));
    expect(screen.queryByRole('dialog', { name: 'Buy eBook' })).toBeNull();
  });

  it('does not open for somebody who owns the book already', async () => {
    const { where } = openPage(book, { as: 'asha', server: shop({}, () => true) });
    expect(await screen.findByText('You own this eBook')).toBeTruthy();
    await waitFor(() => expect(where()).toBe('/ebook/seven-ways'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the buyer dialog', () => {
  it('wants a name and an email and says so once (WEB-77)', async () => {
    const createPayment = vi.fn(() => started());
    const { user } = openPage(book, { as: 'asha', server: shop({ createPayment }, () => false) });
    await user.clear(await screen.findByLabelText('Email'));
    await user.click(await payButton());
    expect(screen.getByRole('alert').textContent).toBe('Please fill in at least your name and email');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(createPayment).not.toHaveBeenCalled();
  });

  it('shows dollars to a buyer abroad and lets them change', async () => {
    const { user } = openPage(book, { as: 'asha', server: shop({}, () => false, 'DE') });
    expect(await screen.findByRole('button', { name: 'Pay $2.83' })).toBeTruthy();
    expect(screen.getByText(/Paying from Germany/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change: I pay in India' }));
    expect(await payButton()).toBeTruthy();
  });

  it.each([book, '/payment?ebook=seven-ways'])(
    'has one currency, in the form and on the page around it, whichever country is chosen: %s',
    async (address) => {
      const { user } = openPage(address, { as: 'asha', server: shop({}, () => false) });
      const words = (): string => document.body.textContent ?? '';
      await screen.findByRole('button', { name: /₹249$/ });
      expect(words()).not.toContain('$');

      await user.click(screen.getByRole('button', { name: 'Change: I pay from abroad' }));
      await screen.findByRole('button', { name: /\$2\.83$/ });
      expect(words()).not.toContain('₹');
      expect(words()).toContain('outside India: card, in dollars');

      await user.click(screen.getByRole('button', { name: 'Change: I pay in India' }));
      await screen.findByRole('button', { name: /₹249$/ });
      expect(words()).not.toContain('$');
    },
  );

  it('takes the country of the account where the address says nothing, for every price', async () => {
    const server = [...shop({}, () => false)];
    server.push(
      plays(gatewayApi, {
        geo: () => {
          throw new FakeProblem('unavailable', 'Not available right now');
        },
      }),
      plays(identityApi, { getProfile: () => ({ ...aProfile(), country: 'DE' }) }),
    );
    openPage(book, { as: 'asha', server: server.reverse() });
    await screen.findByRole('button', { name: 'Pay $2.83' });
    expect(document.body.textContent).not.toContain('₹');
  });
});

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
