import type { Page } from 'playwright-core';
import { FROM_US } from '../support/purchase-flow.ts';
import { type PageState, waitForText } from './page-state.ts';

const contribute = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Contribute', exact: true }).click();
  await page.getByRole('button', { name: 'Contribute ₹500' }).waitFor();
};

/** The page again, for a reader in the United States. */
const fromAbroad = async (page: Page): Promise<void> => {
  await page.setExtraHTTPHeaders(FROM_US);
  await page.reload();
};
const buyNow = (page: Page) => page.getByRole('button', { name: /^Buy now for / }).first();

export const paymentStates: readonly PageState[] = [
  { name: 'support', path: () => '/support' },
  { name: 'contribution', path: () => '/support', act: contribute },
  {
    name: 'contribution-unfinished',
    path: () => '/support',
    act: async (page) => {
      await contribute(page);
      await page.getByRole('button', { name: 'Contribute ₹500' }).click();
      await waitForText('Please fill all fields')(page);
    },
  },
  {
    name: 'buy-dialog-open',
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    act: (page) => page.getByRole('button', { name: /^Pay / }).waitFor(),
  },
  {
    name: 'buy-dialog-unfinished',
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    act: async (page) => {
      await page.getByLabel('Email').fill('');
      await page.getByRole('button', { name: /^Pay / }).click();
      await waitForText('Please fill in at least your name and email')(page);
    },
  },
  {
    name: 'buy-dialog-abroad',
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    act: async (page) => {
      await fromAbroad(page);
      await page.getByLabel('Keep this card for next time').check();
    },
  },
  {
    name: 'buy-now',
    path: ({ other }) => `/ebook/${other._id}`,
    as: 'owner',
    act: async (page) => {
      await fromAbroad(page);
      await buyNow(page).waitFor();
    },
  },
  { name: 'payment', path: ({ other }) => `/payment?ebook=${other._id}`, as: 'owner' },
  { name: 'payment-success', path: ({ orderId }) => `/payment-success?order_id=${orderId}`, as: 'owner' },
  { name: 'payment-success-unknown', path: () => '/payment-success?order_id=nothing', as: 'owner' },
  {
    name: 'stripe-checkout',
    path: ({ clientSecret }) => `/stripe-checkout?clientSecret=${clientSecret}`,
    as: 'owner',
    act: (page) => page.getByLabel('Card number (sandbox)').waitFor(),
  },
  {
    name: 'buying-now',
    path: ({ other }) => `/ebook/${other._id}`,
    as: 'owner',
    act: async (page) => {
      // the charge is never answered
      await page.route('**/sandbox/stripe/confirm', () => undefined);
      await fromAbroad(page);
      await buyNow(page).click();
      await waitForText('Paying with Visa ending in 4242')(page);
    },
  },
  {
    name: 'orders',
    path: () => '/orders',
    as: 'owner',
    act: (page) => page.getByText("Paid, but it's not in your library?").click(),
  },
  { name: 'order', path: ({ orderId }) => `/orders/${orderId}`, as: 'owner' },
  { name: 'order-unknown', path: () => '/orders/nothing', as: 'owner' },
  { name: 'receipt', path: ({ orderId }) => `/orders/${orderId}/receipt`, as: 'owner' },
  {
    name: 'orders-refund',
    path: () => '/orders',
    as: 'owner',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Ask for a refund of order/ })
        .first()
        .click();
      await page.getByLabel('What went wrong?').waitFor();
    },
  },
  { name: 'gift', path: () => '/gift', act: waitForText('How a gift works') },
  {
    name: 'gift-unknown-code',
    path: () => '/gift#code=0000000000000000',
    act: async (page) => {
      await page.getByRole('button', { name: 'See what it is' }).click();
      await waitForText('We do not know that code. Please check each letter.')(page);
    },
  },
  {
    name: 'gift-of-a-reader',
    path: () => '/gift',
    as: 'owner',
    act: (page) => page.getByRole('button', { name: 'Open it' }).waitFor(),
  },
];
