import { catalogApi, identityApi, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aProfile, onePage } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

type Payments = Parameters<typeof plays<typeof paymentsApi>>[1];

const amex = { brand: 'amex', last4: '0005', expMonth: 3, expYear: 2031 };
const failed = (): never => {
  throw new FakeProblem('provider-failed', 'Stripe does not answer');
};

const open = (payments: Payments) =>
  openPage('/profile', {
    userId: 'asha',
    server: [
      plays(identityApi, { getProfile: () => aProfile(), listSessions: () => ({ items: [] }) }),
      plays(paymentsApi, { listMyOrders: () => [], ...payments }),
      plays(catalogApi, { listEbooks: () => onePage() }),
    ],
  });
const section = () => screen.findByRole('region', { name: 'Card for one press' });

it('shows the card, and removes it after a second press', async () => {
  let card: typeof amex | null = amex;
  const removeStoredCard = vi.fn(() => {
    card = null;
    return { ok: true as const };
  });
  const { user } = open({ getStoredCard: () => ({ card }), removeStoredCard });
  expect((await section()).textContent).toContain('American Express ending in 0005, valid until 03/31');
  await user.click(screen.getByRole('button', { name: 'Remove this card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this card' }));
  expect(removeStoredCard).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Keep the card' }));
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Remove this card' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The card is removed.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Card for one press' })).toBeNull());
  expect(removeStoredCard).toHaveBeenCalledTimes(1);
});

it('keeps showing a card that could not be removed', async () => {
  const { user } = open({ getStoredCard: () => ({ card: amex }), removeStoredCard: failed });
  await section();
  await user.click(screen.getByRole('button', { name: 'Remove this card' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The card was not removed. Try again.')).toBeTruthy();
  expect((await section()).textContent).toContain('0005');
});

it('is absent without a card', async () => {
  const getStoredCard = vi.fn(() => ({ card: null }));
  open({ getStoredCard });
  await screen.findByRole('button', { name: 'Delete My Profile' });
  await waitFor(() => expect(getStoredCard).toHaveBeenCalled());
  expect(screen.queryByText('Card for one press')).toBeNull();
});

it('says when the card could not be loaded, and loads it again', async () => {
  let answer: NonNullable<Payments['getStoredCard']> = failed;
  const { user } = open({ getStoredCard: (call) => answer(call) });
  expect(await screen.findByText('Could not load your card.')).toBeTruthy();
  answer = () => ({ card: amex });
  await user.click(within(await section()).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/American Express ending in 0005/)).toBeTruthy();
});
