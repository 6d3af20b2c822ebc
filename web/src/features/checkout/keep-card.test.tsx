import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  byStripe,
  checkoutServers,
  confirmPayment,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeEach(stubProviders);

const noCard = () => ({ card: null });
const LABEL = 'Keep this card for next time';

const open = (country: string, address = '/ebook/seven-ways?buy=1') => {
  const createPayment = vi.fn((_call: { readonly body: object }) => byStripe());
  const payments = {
    createPayment,
    getStoredCard: noCard,
    confirmStripe: () => verification('paid'),
  };
  const opened = openPage(address, { userId: 'asha', server: checkoutServers(payments, { country }) });
  return { ...opened, createPayment, sent: (): unknown => createPayment.mock.calls.at(-1)?.[0].body };
};

it('stores a card only when the box is ticked, and says who keeps it', async () => {
  const { user, sent, createPayment } = open('US');
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: LABEL });
  expect(box.checked).toBe(false);
  expect(screen.getByText(/^The payment provider keeps it\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Pay $2.83' }));
  await screen.findByRole('dialog', { name: 'Pay by card' });
  expect(sent()).not.toHaveProperty('storedCard');

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('checkbox', { name: LABEL }));
  await user.click(screen.getByRole('button', { name: 'Pay $2.83' }));
  await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
  expect(sent()).toMatchObject({ storedCard: 'store' });
});

it('stays ticked when the card form was closed', async () => {
  const { user } = open('US');
  await user.click(await screen.findByRole('checkbox', { name: LABEL }));
  await user.click(screen.getByRole('button', { name: 'Pay $2.83' }));
  await screen.findByRole('dialog', { name: 'Pay by card' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: LABEL })).checked).toBe(true);
});

it('stores the card of a gift too', async () => {
  const { user, sent } = open('US', '/ebook/seven-ways?buy=gift');
  await user.click(await screen.findByRole('checkbox', { name: LABEL }));
  await user.click(screen.getByRole('button', { name: 'Pay $2.83' }));
  await screen.findByRole('dialog', { name: 'Pay by card' });
  expect(sent()).toMatchObject({ storedCard: 'store', isGift: true });
});

it('is not offered in India, and a tick from abroad is not sent from there', async () => {
  const { user, sent, createPayment } = open('US');
  await user.click(await screen.findByRole('checkbox', { name: LABEL }));
  await user.click(screen.getByRole('button', { name: 'Change: I pay in India' }));
  await user.click(await screen.findByRole('button', { name: 'Pay ₹249' }));
  await waitFor(() => expect(createPayment).toHaveBeenCalled());
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(sent()).not.toHaveProperty('storedCard');
  expect(confirmPayment).not.toHaveBeenCalled();
});
