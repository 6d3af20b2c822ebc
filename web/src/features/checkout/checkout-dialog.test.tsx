import { gatewayApi, identityApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkoutServers,
  type PaymentResponses,
  byCashfree as started,
  stubProviders,
} from '../../testing/checkout-servers.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const book = '/ebook/seven-ways?buy=1';

beforeEach(stubProviders);

const shop = (payments: PaymentResponses, hasAccess: () => boolean, country = 'IN') =>
  checkoutServers(payments, { hasAccess, country });

const dialog = () => screen.findByRole('dialog', { name: 'Buy eBook', hidden: true });
const payButton = () => screen.findByRole('button', { name: 'Pay ₹249' });

describe('opening the checkout dialog', () => {
  it('leads a visitor to the login and back to the same book with ?buy=1', async () => {
    const { user, where } = openPage('/ebook/seven-ways', { server: shop({}, () => false) });
    const [buy] = await screen.findAllByRole('button', { name: 'Buy eBook' });
    if (buy) await user.click(buy);
    await waitFor(() => expect(where()).toBe('/login?next=%2Febook%2Fseven-ways%3Fbuy%3D1'));
  });

  it('opens for a visitor who comes back logged in, prefilled from the account', async () => {
    openPage(book, { userId: 'asha', server: shop({}, () => false) });
    const form = within(await dialog());
    expect((await form.findByLabelText<HTMLInputElement>('Name on the receipt')).value).toBe('Asha');
    expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
    expect(form.getByText('STR MEDIA')).toBeTruthy();
    expect(form.getByText('Your order is ready')).toBeTruthy();
    expect(await payButton()).toBeTruthy();
  });

  it('removes ?buy=1 from the address when it is closed', async () => {
    const { user, where } = openPage(book, { userId: 'asha', server: shop({}, () => false) });
    await user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(where()).toBe('/ebook/seven-ways'));
    expect(screen.queryByRole('dialog', { name: 'Buy eBook' })).toBeNull();
  });

  it('stays closed for the owner of the book', async () => {
    const { where } = openPage(book, { userId: 'asha', server: shop({}, () => true) });
    expect(await screen.findByText('You own this eBook')).toBeTruthy();
    await waitFor(() => expect(where()).toBe('/ebook/seven-ways'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the checkout dialog', () => {
  it('requires a name and an email, with one message (WEB-77)', async () => {
    const createPayment = vi.fn(() => started());
    const { user } = openPage(book, { userId: 'asha', server: shop({ createPayment }, () => false) });
    await user.clear(await screen.findByLabelText('Email'));
    await user.click(await payButton());
    expect(screen.getByRole('alert').textContent).toBe('Please fill in at least your name and email');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(createPayment).not.toHaveBeenCalled();
  });

  it('shows dollars to a buyer abroad and lets them change', async () => {
    const { user } = openPage(book, { userId: 'asha', server: shop({}, () => false, 'DE') });
    expect(await screen.findByRole('button', { name: 'Pay $2.83' })).toBeTruthy();
    expect(screen.getByText(/Paying from Germany/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change: I pay in India' }));
    expect(await payButton()).toBeTruthy();
  });

  it.each([book, '/payment?ebook=seven-ways'])(
    'shows one currency, in the form and on the page around it, whichever country is chosen: %s',
    async (address) => {
      const { user } = openPage(address, { userId: 'asha', server: shop({}, () => false) });
      const pageText = (): string => document.body.textContent ?? '';
      await screen.findByRole('button', { name: /₹249$/ });
      expect(pageText()).not.toContain('$');

      await user.click(screen.getByRole('button', { name: 'Change: I pay from abroad' }));
      await screen.findByRole('button', { name: /\$2\.83$/ });
      expect(pageText()).not.toContain('₹');
      expect(pageText()).toContain('outside India: card, in dollars');

      await user.click(screen.getByRole('button', { name: 'Change: I pay in India' }));
      await screen.findByRole('button', { name: /₹249$/ });
      expect(pageText()).not.toContain('$');
    },
  );

  it('falls back to the country of the account when the lookup fails, for every price', async () => {
    const server = [...shop({}, () => false)];
    server.push(
      plays(gatewayApi, {
        geo: () => {
          throw new FakeProblem('unavailable', 'Not available right now');
        },
      }),
      plays(identityApi, { getProfile: () => ({ ...aProfile(), country: 'DE' }) }),
    );
    openPage(book, { userId: 'asha', server: server.reverse() });
    await screen.findByRole('button', { name: 'Pay $2.83' });
    expect(document.body.textContent).not.toContain('₹');
  });
});
