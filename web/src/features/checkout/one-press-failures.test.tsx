import { identityApi, UserId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import {
  byStripe,
  checkoutServers,
  confirmCardPayment,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import {
  alertText,
  bookPage,
  buyNow,
  byStoredCard,
  callsOf,
  NAME,
  openWithCard,
  press,
  taken,
  visa,
} from '../../testing/stored-card.ts';

beforeEach(stubProviders);

const notComplete = (): never => {
  throw new FakeProblem('payment-not-complete', 'Payment status: requires_payment_method');
};

describe('a charge that fails', () => {
  const declined = { type: 'card_error', message: 'Your card was declined.' };

  it('opens the usual dialog with the words of Stripe, and pays another way', async () => {
    confirmCardPayment.mockResolvedValue({ error: declined });
    const createPayment = vi.fn((_call: { body: object }) => byStoredCard());
    const opened = openWithCard({ createPayment });
    await press(opened);
    expect(await alertText()).toBe('Your card was declined.');
    await opened.user.click(screen.getByRole('button', { name: 'Pay $2.83' }));
    expect(await screen.findByRole('dialog', { name: 'Pay by card' })).toBeTruthy();
    expect(createPayment.mock.calls[1]?.[0].body).not.toHaveProperty('storedCard');
  });

  it('closes to the page, where one press can be tried again', async () => {
    confirmCardPayment.mockResolvedValue({ error: declined });
    const opened = openWithCard();
    await press(opened);
    await alertText();
    const dialog = within(screen.getByRole('dialog', { name: 'Buy eBook', hidden: true }));
    await opened.user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await press(opened);
    await waitFor(() => expect(confirmCardPayment).toHaveBeenCalledTimes(2));
  });

  it('says when the card was removed elsewhere, and asks for the card again', async () => {
    const getStoredCard = vi.fn(() => ({ card: visa as typeof visa | null }));
    const opened = openWithCard({
      getStoredCard,
      createPayment: () => {
        getStoredCard.mockReturnValue({ card: null });
        throw new FakeProblem('not-found', 'No card is stored', { storedCard: null });
      },
    });
    await press(opened);
    expect(await alertText()).toBe('That card is not stored any more. You can pay another way here.');
    await waitFor(() => expect(screen.queryByRole('button', { name: NAME })).toBeNull());
    expect(confirmCardPayment).not.toHaveBeenCalled();
  });

  it('says when the title was withdrawn', async () => {
    const createPayment = (): never => {
      throw new FakeProblem('not-found', 'That title is not here any more');
    };
    await press(openWithCard({ createPayment }));
    expect(await alertText()).toBe('That title is not here any more');
  });

  it.each([
    ['an error about a payment that succeeded', { payment_intent: { status: 'succeeded' }, ...declined }],
    ['a lost answer', { type: 'api_connection_error', message: 'No connection' }],
  ])('is paid when the server says so, after %s', async (_what, error) => {
    let isTaken = false;
    confirmCardPayment.mockImplementation(async () => {
      isTaken = true;
      return { error };
    });
    const opened = openWithCard({ confirmStripe: () => verification('paid') }, { hasAccess: () => isTaken });
    await press(opened);
    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
  });

  it('has the words of Stripe when the server says that nothing was taken', async () => {
    confirmCardPayment.mockResolvedValue({
      error: { type: 'api_connection_error', message: 'No connection' },
    });
    const opened = openWithCard({ confirmStripe: notComplete });
    await press(opened);
    expect(await alertText()).toBe('No connection');
  });

  it('does not charge another amount than the one on the button', async () => {
    const opened = openWithCard({ createPayment: () => ({ ...byStripe(999), storedCardId: 'pm_1' }) });
    await press(opened);
    expect(await alertText()).toBe('The price has changed. Check it, then pay.');
    expect(confirmCardPayment).not.toHaveBeenCalled();
  });
});

describe('the end of a session', () => {
  const logInAgain = (userId: string) =>
    plays(identityApi, {
      getProfile: () => aProfile(),
      login: () => ({ token: 'new-token', user: { ...aProfile(), _id: UserId.parse(userId) } }),
    });

  it('opens the login, and pays with the same idempotency key after it', async () => {
    const { hasAccess } = taken();
    const createPayment = vi.fn(byStoredCard).mockImplementationOnce(() => {
      throw new FakeProblem('invalid-token', 'Invalid token');
    });
    const opened = openPage(bookPage, {
      userId: 'asha',
      server: [
        logInAgain('asha'),
        ...checkoutServers(
          {
            getStoredCard: () => ({ card: visa }),
            createPayment,
            confirmStripe: () => verification('paid'),
          },
          { hasAccess, country: 'US' },
        ),
      ],
    });
    await opened.user.click(await buyNow());
    const login = within(await screen.findByRole('dialog', { name: 'Log in to continue' }));
    await opened.user.type(login.getByLabelText('Phone number or email'), 'asha@example.org');
    await opened.user.type(login.getByLabelText('Password'), 'a good password');
    await opened.user.click(login.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
    const [first, second] = callsOf(opened, '/payments/create').map(([, init]) =>
      new Headers(init?.headers).get('idempotency-key'),
    );
    expect(second).toBe(first);
  });

  it('hides the card from the next reader of the browser', async () => {
    let card: typeof visa | null = visa;
    const opened = openWithCard({ getStoredCard: () => ({ card }) });
    await buyNow();
    card = null;
    act(() => session.end());
    expect(screen.queryByText(/4242/)).toBeNull();
    act(() => session.begin({ token: 'token-of-noor', userId: 'noor' }));
    await waitFor(() => expect(callsOf(opened, '/payments/stored-card')).toHaveLength(2));
    expect(screen.queryByText(/4242/)).toBeNull();
    expect((await screen.findAllByRole('button', { name: 'Buy eBook' })).length).toBeGreaterThan(0);
  });
});
