import { identityApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { personalServices } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
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

beforeEach(openProviders);

const ended = (): never => {
  throw new FakeProblem('invalid-token', 'Invalid token');
};
const loginAs = (userId: string) =>
  plays(identityApi, {
    login: () => ({ token: `new-token-of-${userId}`, user: { ...aProfile(), _id: userId as never } }),
  });

const open = (
  address: string,
  payments: PaymentAnswers,
  { owns = () => false, next = 'asha' }: { owns?: () => boolean; next?: string } = {},
) => {
  const opened = openPage(address, {
    as: 'asha',
    server: [...whereOnePays(payments, { owns }), loginAs(next)],
  });
  // As the shop does when the reader of a tab changes.
  session.subscribe(() => {
    for (const service of personalServices) opened.client.removeQueries({ queryKey: [service] });
  });
  return opened;
};
type Opened = ReturnType<typeof open>;

const keysOf = (fetched: Opened['fetched']): (string | null)[] =>
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
  'a session that ends while paying at %s',
  (address) => {
    it('asks for the login over the page, keeps what was typed, and pays on with the same key', async () => {
      let owns = false;
      checkout.mockImplementation(async () => {
        owns = true;
        return { paymentDetails: {} };
      });
      const createPayment = vi.fn(() => started()).mockImplementationOnce(ended);
      const { user, fetched, where } = open(
        address,
        { createPayment, verifyCashfree: () => settled('paid') },
        { owns: () => owns },
      );
      await typeName(user);
      await pay(user);
      await loginDialog();
      expect(where()).toBe(address);
      expect(typedName()).toBe('A. Rao');

      await logIn(user);
      expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
      const [first, second, ...more] = keysOf(fetched);
      expect(more).toEqual([]);
      expect(second).toBe(first);
      expect(checkout).toHaveBeenCalledTimes(1);
    });

    it('keeps what was typed when the login is closed, and asks for it again at the next press', async () => {
      const createPayment = vi.fn(ended);
      const { user } = open(address, { createPayment });
      await typeName(user);
      await pay(user);
      await user.click((await loginDialog()).getByRole('button', { name: 'Close' }));
      expect((await screen.findByRole('alert')).textContent).toBe('Log in to continue the payment.');
      expect(typedName()).toBe('A. Rao');
      await pay(user);
      await loginDialog();
    });

    it('pays nothing for another account than the one that began', async () => {
      const createPayment = vi.fn(() => started()).mockImplementationOnce(ended);
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

    it('verifies a payment after the login too: nothing paid is called lost', async () => {
      let owns = false;
      checkout.mockImplementation(async () => {
        owns = true;
        return { paymentDetails: {} };
      });
      const verifyCashfree = vi.fn(() => settled('paid')).mockImplementationOnce(ended);
      const { user } = open(
        address,
        { createPayment: () => started(), verifyCashfree },
        { owns: () => owns },
      );
      await pay(user);
      await logIn(user);
      expect(await screen.findByText('Payment successful! It is in your library.')).toBeTruthy();
      await waitFor(() => expect(verifyCashfree).toHaveBeenCalledTimes(2));
    });
  },
);
