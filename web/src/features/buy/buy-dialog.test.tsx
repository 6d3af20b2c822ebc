import { gatewayApi, identityApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import {
  openProviders,
  type PaymentAnswers,
  byCashfree as started,
  whereOnePays,
} from '../../testing/payments.ts';

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
