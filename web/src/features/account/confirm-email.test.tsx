import { identityApi, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

type Confirm = () => { message: string };

const open = (confirmEmail: Confirm, as?: string) =>
  openPage('/confirm-email?token=from-mail', {
    ...(as ? { userId: as } : {}),
    server: [
      plays(identityApi, { confirmEmail, getProfile: () => aProfile() }),
      plays(paymentsApi, { listMyOrders: () => [], getStoredCard: () => ({ card: null }) }),
    ],
  });
const button = () => screen.findByRole('button', { name: 'Confirm' });
const refuse = (code: 'validation-failed' | 'already-used' | 'unavailable') => () => {
  throw new FakeProblem(code, 'any words of the server');
};

describe('/confirm-email', () => {
  it('sends nothing before Confirm is pressed, and explains what it does', async () => {
    const { fetched } = open(() => ({ message: 'ok' }));
    await button();
    expect(screen.getByText(/Press Confirm only if that was you/)).toBeTruthy();
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
  });

  it('confirms by POST with the keyboard alone and leads a logged-in reader to the profile (IDN-33)', async () => {
    const confirmEmail = vi.fn(() => ({ message: 'ok' }));
    const { user, where } = open(confirmEmail, 'asha');
    (await button()).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(where()).toBe('/profile?email=confirmed'));
    expect(confirmEmail).toHaveBeenCalledTimes(1);
    expect(confirmEmail).toHaveBeenCalledWith(expect.objectContaining({ body: { token: 'from-mail' } }));
    expect(await screen.findByText('Your email is confirmed.')).toBeTruthy();
  });

  it.each([
    [
      'confirmed',
      (): { message: string } => ({ message: 'ok' }),
      'Email confirmed',
      /^Your email is confirmed/,
    ],
    ['expired', refuse('validation-failed'), 'Email not confirmed', /^That link does not work any more/],
    ['taken', refuse('already-used'), 'Email not confirmed', /^That email belongs to another account/],
  ])('shows %s to a visitor, with focus and a link to the login', async (_, confirmEmail, title, words) => {
    const { user } = open(confirmEmail);
    await user.click(await button());
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: title }));
    expect(screen.getByText(words)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Log in' }).map((link) => link.getAttribute('href'));
    expect(links).toContain('/login?next=%2Fprofile');
  });

  it('shows an error when the server does not answer, and allows a retry', async () => {
    const { user } = open(refuse('unavailable'));
    await user.click(await button());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your email could not be confirmed. Try again.',
    );
    expect(screen.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('requires the complete link when the URL has no token', async () => {
    openPage('/confirm-email');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not complete/);
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });
});
