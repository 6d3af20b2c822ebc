import { FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import {
  checkoutServers,
  confirmCardPayment,
  type PaymentResponses,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { openPage } from '../../testing/open-page.tsx';
import {
  alertText,
  bookPage,
  buyNow,
  byStoredCard,
  callsOf,
  openWithCard,
  press,
  taken,
  visa,
} from '../../testing/stored-card.ts';

beforeEach(stubProviders);

describe('the button that pays at once', () => {
  it('pays with the stored card, the name and the mail of the profile, and delivers the title', async () => {
    const createPayment = vi.fn(byStoredCard);
    const confirmStripe = vi.fn(() => verification('paid'));
    const opened = openWithCard({ createPayment, confirmStripe }, taken());
    await press(opened);
    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
    expect(createPayment).toHaveBeenCalledTimes(1);
    expect(createPayment).toHaveBeenCalledWith(
      expect.objectContaining({
        body: expect.objectContaining({
          storedCard: 'use',
          name: 'Asha',
          email: 'asha@example.org',
          amount: 283,
          currency: 'USD',
        }),
      }),
    );
    const [create] = callsOf(opened, '/payments/create');
    expect(new Headers(create?.[1]?.headers).get('idempotency-key')).toBeTruthy();
    expect(confirmCardPayment).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2', { payment_method: 'pm_1' });
    expect(confirmStripe).toHaveBeenCalledTimes(1);
    expect(opened.where()).toBe(bookPage);
  });

  it('says what it pays with, cannot be pressed twice, and cannot be closed while the charge runs', async () => {
    const charge = Promise.withResolvers<unknown>();
    confirmCardPayment.mockReturnValue(charge.promise);
    const createPayment = vi.fn(byStoredCard);
    const opened = openWithCard({ createPayment, confirmStripe: () => verification('paid') });
    const button = await buyNow();
    await opened.user.dblClick(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy eBook' }));
    expect(dialog.getByRole('status').textContent).toBe('Paying with Visa ending in 4242…');
    expect(dialog.queryByRole('button')).toBeNull();
    await waitFor(() => expect(confirmCardPayment).toHaveBeenCalledTimes(1));
    await opened.user.keyboard('{Escape}');
    await opened.user.click(button);
    expect(screen.getByText('Paying with Visa ending in 4242…')).toBeTruthy();
    expect(createPayment).toHaveBeenCalledTimes(1);
    charge.resolve({ error: { type: 'card_error', message: 'Your card was declined.' } });
    expect(await alertText()).toBe('Your card was declined.');
  });

  it('has the usual way beside it', async () => {
    const { user, where } = openWithCard();
    await buyNow();
    const [other] = screen.getAllByRole('button', { name: 'Pay another way' });
    if (other) await user.click(other);
    await waitFor(() => expect(where()).toBe(`${bookPage}?buy=1`));
    expect(await screen.findByRole('button', { name: 'Pay $2.83' })).toBeTruthy();
    expect(confirmCardPayment).not.toHaveBeenCalled();
  });

  it('is not on the page of an owner', async () => {
    const opened = openWithCard({}, { hasAccess: () => true });
    await screen.findByText('You own this eBook');
    expect(callsOf(opened, '/payments/stored-card')).toEqual([]);
  });

  it('is not in India, and not for a visitor: payments are asked for nothing', async () => {
    const paymentCalls = ({ fetched }: Pick<ReturnType<typeof openPage>, 'fetched'>): string[] =>
      fetched.mock.calls.map(([target]) => String(target)).filter((target) => target.includes('/payments/'));
    const inIndia = openWithCard({}, { country: 'IN' });
    await screen.findAllByRole('button', { name: 'Buy eBook' });
    await screen.findAllByText('By UPI, card, net banking or wallet');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(paymentCalls(inIndia)).toEqual([]);
    inIndia.unmount();
    act(() => session.end());
    const visitor = openPage(bookPage, { server: checkoutServers({}, { country: 'US' }) });
    await screen.findAllByText('By card, in dollars');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(paymentCalls(visitor)).toEqual([]);
  });

  it.each<[string, NonNullable<PaymentResponses['getStoredCard']>]>([
    ['without a card', () => ({ card: null })],
    [
      'when Stripe does not answer',
      () => {
        throw new FakeProblem('provider-failed', 'Stripe does not answer');
      },
    ],
  ])('leaves the usual button %s', async (_when, getStoredCard) => {
    const asked = vi.fn(getStoredCard);
    openWithCard({ getStoredCard: asked });
    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect((await screen.findAllByRole('button', { name: 'Buy eBook' })).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /^Buy now/ })).toBeNull();
  });

  it('waits until the usual button has lost the focus', async () => {
    const card = Promise.withResolvers<{ card: typeof visa }>();
    const asked = vi.fn(() => card.promise);
    const { user } = openWithCard({ getStoredCard: asked });
    const [usual] = await screen.findAllByRole('button', { name: 'Buy eBook' });
    act(() => usual?.focus());
    await waitFor(() => expect(asked).toHaveBeenCalled());
    card.resolve({ card: visa });
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(document.activeElement).toBe(usual);
    await user.tab();
    await buyNow();
  });

  it('is no part of an address', async () => {
    const { where } = openWithCard({}, { address: `${bookPage}?buy=1` });
    expect(await screen.findByRole('button', { name: 'Pay $2.83' })).toBeTruthy();
    expect(confirmCardPayment).not.toHaveBeenCalled();
    expect(where()).toBe(`${bookPage}?buy=1`);
  });

  it('leaves no trace in the address, so that a reload pays nothing', async () => {
    confirmCardPayment.mockReturnValue(new Promise(() => {}));
    const first = openWithCard();
    await press(first);
    await waitFor(() => expect(confirmCardPayment).toHaveBeenCalledTimes(1));
    expect(first.where()).toBe(bookPage);
    first.unmount();
    const again = openWithCard({}, { address: first.where() });
    await buyNow();
    expect(callsOf(again, '/payments/create')).toEqual([]);
  });

  it.each([
    '/ebook/seven-ways?buy=now',
    '/ebook/seven-ways?buy=use',
    '/ebook/seven-ways?storedCard=use',
    '/ebook/seven-ways?buy=1&storedCard=use',
  ])('does not start by %s', async (address) => {
    const opened = openWithCard({}, { address });
    await buyNow();
    expect(callsOf(opened, '/payments/create')).toEqual([]);
  });
});
