import { identityApi, UserId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { personalServices } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import {
  byStripe,
  checkoutServers,
  confirmCardPayment,
  type PaymentResponses,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeEach(stubProviders);

const page = '/ebook/seven-ways';
const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
const byStoredCard = () => ({ ...byStripe(), storedCardId: 'pm_1' });
const notComplete = (): never => {
  throw new FakeProblem('payment-not-complete', 'Payment status: requires_payment_method');
};

const open = (
  payments: PaymentResponses = {},
  {
    address = page,
    country = 'US',
    hasAccess = () => false,
  }: { address?: string; country?: string; hasAccess?: () => boolean } = {},
) => {
  const opened = openPage(address, {
    userId: 'asha',
    server: checkoutServers(
      { getStoredCard: () => ({ card: visa }), createPayment: byStoredCard, ...payments },
      { country, hasAccess },
    ),
  });
  // As main.tsx does when the reader changes.
  session.subscribe(() => {
    for (const service of personalServices) opened.client.removeQueries({ queryKey: [service] });
  });
  return opened;
};
type Opened = ReturnType<typeof open>;

const callsOf = ({ fetched }: Pick<Opened, 'fetched'>, path: string) =>
  fetched.mock.calls.filter(([target]) => String(target).endsWith(path));
const NAME = 'Buy now for $2.83 Visa ending in 4242';
const buyNow = async (): Promise<HTMLElement> => {
  const [button] = await screen.findAllByRole('button', { name: NAME });
  if (!button) throw new Error('no button that pays at once');
  return button;
};
const press = async ({ user }: Opened): Promise<void> => user.click(await buyNow());
const alertText = async (): Promise<string | null> => (await screen.findByRole('alert')).textContent;

/** Stripe takes the payment, and the library has the title. */
const taken = () => {
  let isTaken = false;
  confirmCardPayment.mockImplementation(async () => {
    isTaken = true;
    return { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
  });
  return { hasAccess: () => isTaken };
};

describe('the button that pays at once', () => {
  it('pays with the stored card, the name and the mail of the profile, and delivers the title', async () => {
    const createPayment = vi.fn(byStoredCard);
    const confirmStripe = vi.fn(() => verification('paid'));
    const opened = open({ createPayment, confirmStripe }, taken());
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
    expect(opened.where()).toBe(page);
  });

  it('says what it pays with, cannot be pressed twice, and cannot be closed while the charge runs', async () => {
    const charge = Promise.withResolvers<unknown>();
    confirmCardPayment.mockReturnValue(charge.promise);
    const createPayment = vi.fn(byStoredCard);
    const opened = open({ createPayment, confirmStripe: () => verification('paid') });
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
    const { user, where } = open();
    await buyNow();
    const [other] = screen.getAllByRole('button', { name: 'Pay another way' });
    if (other) await user.click(other);
    await waitFor(() => expect(where()).toBe(`${page}?buy=1`));
    expect(await screen.findByRole('button', { name: 'Pay $2.83' })).toBeTruthy();
    expect(confirmCardPayment).not.toHaveBeenCalled();
  });

  it('is not on the page of an owner', async () => {
    const opened = open({}, { hasAccess: () => true });
    await screen.findByText('You own this eBook');
    expect(callsOf(opened, '/payments/stored-card')).toEqual([]);
  });

  it('is not in India, and not for a visitor: no card is asked for', async () => {
    const opened = open({}, { country: 'IN' });
    await screen.findAllByRole('button', { name: 'Buy eBook' });
    await screen.findAllByText('By UPI, card, net banking or wallet');
    expect(callsOf(opened, '/payments/stored-card')).toEqual([]);
    opened.unmount();
    act(() => session.end());
    const visitor = openPage(page, { server: checkoutServers({}, { country: 'US' }) });
    await screen.findAllByText('By card, in dollars');
    expect(callsOf(visitor, '/payments/stored-card')).toEqual([]);
  });

  it.each<[string, PaymentResponses['getStoredCard']]>([
    ['without a card', () => ({ card: null })],
    [
      'when Stripe does not answer',
      () => {
        throw new FakeProblem('provider-failed', 'Stripe does not answer');
      },
    ],
  ])('leaves the usual button %s', async (_when, getStoredCard) => {
    const asked = vi.fn(getStoredCard);
    open({ getStoredCard: asked as never });
    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect((await screen.findAllByRole('button', { name: 'Buy eBook' })).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /^Buy now/ })).toBeNull();
  });

  it('waits until the usual button has lost the focus', async () => {
    const card = Promise.withResolvers<{ card: typeof visa }>();
    const asked = vi.fn(() => card.promise);
    const { user } = open({ getStoredCard: asked });
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
    const { where } = open({}, { address: `${page}?buy=1` });
    expect(await screen.findByRole('button', { name: 'Pay $2.83' })).toBeTruthy();
    expect(confirmCardPayment).not.toHaveBeenCalled();
    expect(where()).toBe(`${page}?buy=1`);
  });

  it('leaves no trace in the address, so that a reload pays nothing', async () => {
    confirmCardPayment.mockReturnValue(new Promise(() => {}));
    const first = open();
    await press(first);
    await waitFor(() => expect(confirmCardPayment).toHaveBeenCalledTimes(1));
    expect(first.where()).toBe(page);
    first.unmount();
    const again = open({}, { address: first.where() });
    await buyNow();
    expect(callsOf(again, '/payments/create')).toEqual([]);
  });

  it.each([
    '/ebook/seven-ways?buy=now',
    '/ebook/seven-ways?buy=use',
    '/ebook/seven-ways?storedCard=use',
    '/ebook/seven-ways?buy=1&storedCard=use',
  ])('does not start by %s', async (address) => {
    const opened = open({}, { address });
    await buyNow();
    expect(callsOf(opened, '/payments/create')).toEqual([]);
  });
});

describe('a charge that fails', () => {
  const declined = { type: 'card_error', message: 'Your card was declined.' };

  it('opens the usual dialog with the words of Stripe, and pays another way', async () => {
    confirmCardPayment.mockResolvedValue({ error: declined });
    const createPayment = vi.fn(byStoredCard);
    const opened = open({ createPayment });
    await press(opened);
    expect(await alertText()).toBe('Your card was declined.');
    await opened.user.click(screen.getByRole('button', { name: 'Pay $2.83' }));
    expect(await screen.findByRole('dialog', { name: 'Pay by card' })).toBeTruthy();
    const [, second] = createPayment.mock.calls as unknown as [unknown, [{ body: object }]];
    expect(second[0].body).not.toHaveProperty('storedCard');
  });

  it('closes to the page, where one press can be tried again', async () => {
    confirmCardPayment.mockResolvedValue({ error: declined });
    const opened = open();
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
    const opened = open({
      getStoredCard,
      createPayment: () => {
        getStoredCard.mockReturnValue({ card: null });
        throw new FakeProblem('not-found', 'No card is stored');
      },
    });
    await press(opened);
    expect(await alertText()).toBe('That card is not stored any more. You can pay another way here.');
    await waitFor(() => expect(screen.queryByRole('button', { name: NAME })).toBeNull());
    expect(confirmCardPayment).not.toHaveBeenCalled();
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
    const opened = open({ confirmStripe: () => verification('paid') }, { hasAccess: () => isTaken });
    await press(opened);
    expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
  });

  it('has the words of Stripe when the server says that nothing was taken', async () => {
    confirmCardPayment.mockResolvedValue({
      error: { type: 'api_connection_error', message: 'No connection' },
    });
    const opened = open({ confirmStripe: notComplete });
    await press(opened);
    expect(await alertText()).toBe('No connection');
  });

  it('does not charge another amount than the one on the button', async () => {
    const opened = open({ createPayment: () => ({ ...byStripe(999), storedCardId: 'pm_1' }) });
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
    const opened = openPage(page, {
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
    const opened = open({ getStoredCard: () => ({ card }) });
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
