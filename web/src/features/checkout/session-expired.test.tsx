import { identityApi, UserId } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { personalServices } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import {
  checkout,
  checkoutServers,
  type PaymentResponses,
  byCashfree as started,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeEach(stubProviders);

const sessionEnded = (): never => {
  throw new FakeProblem('invalid-token', 'Invalid token');
};
const loginAs = (userId: string) =>
  plays(identityApi, {
    login: () => ({ token: `new-token-of-${userId}`, user: { ...aProfile(), _id: UserId.parse(userId) } }),
  });

const open = (
  address: string,
  payments: PaymentResponses,
  { hasAccess = () => false, next = 'asha' }: { hasAccess?: () => boolean; next?: string } = {},
) => {
  const opened = openPage(address, {
    userId: 'asha',
    server: [...checkoutServers(payments, { hasAccess }), loginAs(next)],
  });
  // As main.tsx does when the reader changes.
  session.subscribe(() => {
    for (const service of personalServices) opened.client.removeQueries({ queryKey: [service] });
  });
  return opened;
};
type Opened = ReturnType<typeof open>;

const idempotencyKeysOf = (fetched: Opened['fetched']): (string | null)[] =>
  fetched.mock.calls
    .filter(([target]) => String(target).endsWith('/payments/create'))
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
const typeName = async (user: Opened['user']): Promise<void> => {
  const name = await screen.findByLabelText('Name on the receipt');
  await user.clear(name);
  await user.type(name, 'A. Rao');
};
const typedName = (): string => screen.getByLabelText<HTMLInputElement>('Name on the receipt').value;
const loginDialog = async () => within(await screen.findByRole('dialog', { name: 'Log in to continue' }));
const logIn = async (user: Opened['user']): Promise<void> => {
  const login = await loginDialog();
  await user.type(login.getByLabelText('Phone number or email'), 'asha@example.org');
  await user.type(login.getByLabelText('Password'), 'a good password');
  await user.click(login.getByRole('button', { name: 'Log in' }));
};
const pay = async (user: Opened['user']): Promise<void> =>
  user.click(await screen.findByRole('button', { name: /^Pay (Now )?₹249$/ }));

describe.each(['/ebook/seven-ways?buy=1', '/payment?ebook=seven-ways'])(
  'a session that ends during payment at %s',
  (address) => {
    it('opens the login over the page, keeps what was typed, and pays with the same idempotency key', async () => {
      let hasAccess = false;
      checkout.mockImplementation(async () => {
        hasAccess = true;
        return { paymentDetails: {} };
      });
      const createPayment = vi.fn(() => started()).mockImplementationOnce(sessionEnded);
      const { user, fetched, where } = open(
        address,
        { createPayment, verifyCashfree: () => verification('paid') },
        { hasAccess: () => hasAccess },
      );
      await typeName(user);
      await pay(user);
      await loginDialog();
      expect(where()).toBe(address);
      expect(typedName()).toBe('A. Rao');

      await logIn(user);
      expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
      const [first, second, ...others] = idempotencyKeysOf(fetched);
      expect(others).toEqual([]);
      expect(second).toBe(first);
      expect(checkout).toHaveBeenCalledTimes(1);
    });

    it('keeps what was typed when the login is closed, and opens it again on the next click', async () => {
      const createPayment = vi.fn(sessionEnded);
      const { user } = open(address, { createPayment });
      await typeName(user);
      await pay(user);
      await user.click((await loginDialog()).getByRole('button', { name: 'Close' }));
      expect((await screen.findByRole('alert')).textContent).toBe('Log in to continue the payment.');
      expect(typedName()).toBe('A. Rao');
      await pay(user);
      await loginDialog();
    });

    it('does not pay after a login with another account', async () => {
      const createPayment = vi.fn(() => started()).mockImplementationOnce(sessionEnded);
      const { user } = open(address, { createPayment }, { next: 'noor' });
      await pay(user);
      await logIn(user);
      expect((await screen.findByRole('alert')).textContent).toMatch(/^You logged in with another account/);
      expect(createPayment).toHaveBeenCalledTimes(1);
    });

    it('stays when the session ends in another tab', async () => {
      const { user, where } = open(address, {});
      await typeName(user);
      await act(async () => session.end());
      expect(typedName()).toBe('A. Rao');
      expect(where()).toBe(address);
    });

    it('verifies a payment after the login too, so a paid order is never reported as failed', async () => {
      let hasAccess = false;
      checkout.mockImplementation(async () => {
        hasAccess = true;
        return { paymentDetails: {} };
      });
      const verifyCashfree = vi.fn(() => verification('paid')).mockImplementationOnce(sessionEnded);
      const { user } = open(
        address,
        { createPayment: () => started(), verifyCashfree },
        { hasAccess: () => hasAccess },
      );
      await pay(user);
      await logIn(user);
      expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
      await waitFor(() => expect(verifyCashfree).toHaveBeenCalledTimes(2));
    });
  },
);
