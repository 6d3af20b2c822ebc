import type { Page } from 'playwright-core';
import { press, type SentenceState } from './sentence-state.ts';

/** Presses Pay in the purchase dialog. */
const pay = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: /^Buy / }).getByRole('button', { name: /^Pay / }).click();

const writeReview = async (page: Page): Promise<void> => {
  const form = page.getByRole('form', { name: 'Your review' });
  await form.getByText('4 stars').click({ force: true });
  await form.getByRole('textbox', { name: 'Comment' }).fill('Missed my stop.');
  await form.getByRole('button', { name: 'Post review' }).click();
};

export const mediaSentences: readonly SentenceState[] = [
  {
    lines: 'WEB-35 WEB-43',
    expected: ['eBook not found'],
    path: () => '/ebook/nothing-here',
  },
  {
    lines: 'WEB-35',
    expected: ['Failed to load eBook'],
    path: ({ other }) => `/ebook/${other._id}`,
    given: { 'GET /ebooks/*': 'unavailable' },
  },
  { lines: 'WEB-39 WEB-43', expected: ['Short Film not found'], path: () => '/short-film/nothing-here' },
  {
    lines: 'WEB-40 WEB-43',
    expected: [
      'Documentary not found',
      'Sorry, this documentary could not be found. It may have been removed or the link is incorrect.',
    ],
    path: () => '/documentary/nothing-here',
  },
  { lines: 'WEB-41 WEB-43', expected: ['Audio Story not found'], path: () => '/audio-story/nothing-here' },
  { lines: 'WEB-42 WEB-43', expected: ['Magazine not found'], path: () => '/magazine/nothing-here' },
  { lines: 'WEB-101', expected: ['Oral History not found'], path: () => '/oral-history/nothing-here' },
  { lines: 'WEB-102 WEB-08', expected: ['404: Not Found'], path: () => '/media/nothing-here' },
  {
    lines: 'WEB-39',
    expected: ['More Info', 'You may also like'],
    path: ({ film }) => `/short-film/${film._id}`,
  },
  {
    lines: 'WEB-31',
    expected: ['Audio Coming Soon', 'Buy eBook'],
    path: ({ other }) => `/ebook/${other._id}`,
  },
  {
    lines: 'WEB-38',
    expected: ['You own this eBook'],
    path: ({ book }) => `/ebook/${book._id}`,
    as: 'owner',
  },
  {
    lines: 'WEB-87',
    expected: ['No reviews yet. Be the first to review!'],
    path: ({ other }) => `/ebook/${other._id}`,
    given: {
      'GET /reviews/ebook/*': { json: { reviews: [], count: 0, average: 0, stars: [0, 0, 0, 0, 0] } },
    },
  },
  {
    lines: 'WEB-87',
    expected: ['Failed to submit review'],
    path: ({ book }) => `/ebook/${book._id}`,
    as: 'owner',
    given: { 'POST /reviews/ebook/*': 'unavailable' },
    act: writeReview,
  },
  {
    lines: 'WEB-30',
    expected: ['Cashfree', /^Pay Now/],
    path: ({ other }) => `/payment?ebook=${other._id}`,
    as: 'owner',
  },
  { lines: 'WEB-109', expected: ['eBook not found'], path: () => '/payment?ebook=nothing', as: 'owner' },
  {
    lines: 'WEB-77',
    expected: ['Please fill in at least your name and email'],
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    act: async (page) => {
      await page.getByLabel('Email').fill('');
      await pay(page);
    },
  },
  {
    lines: 'WEB-81 PAY-37',
    expected: ['Payment initiation failed.'],
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    given: { 'POST /payments/create': 'unavailable' },
    act: pay,
  },
  {
    lines: 'WEB-81 PAY-22',
    expected: ['Cashfree payment session ID missing'],
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    given: {
      'POST /payments/create': {
        status: 502,
        json: { status: 502, code: 'provider-failed', detail: 'Cashfree payment session ID missing' },
      },
    },
    act: pay,
  },
  {
    lines: 'WEB-81',
    expected: ['Payment was cancelled or failed.'],
    path: ({ other }) => `/ebook/${other._id}?buy=1`,
    as: 'owner',
    act: async (page) => {
      await pay(page);
      const sheet = page.getByRole('dialog', { name: 'Cashfree sandbox checkout' });
      await sheet
        .getByRole('button', { name: /Close|Cancel/ })
        .first()
        .click();
    },
  },
  {
    lines: 'WEB-81',
    expected: ['Payment initialization failed. Please try again.'],
    path: () => '/stripe-checkout?clientSecret=not-a-secret',
    as: 'owner',
  },
  {
    lines: 'WEB-83',
    expected: ['Please fill all fields'],
    path: () => '/support',
    act: async (page) => {
      await press(/^Contribute$/)(page);
      await press('Contribute ₹500')(page);
    },
  },
  {
    lines: 'WEB-84',
    expected: ['Processing...'],
    path: () => '/support',
    given: { 'POST /payments/create': 'never' },
    act: async (page) => {
      await press(/^Contribute$/)(page);
      await page.getByLabel('Name on the receipt').fill('Asha');
      await page.getByRole('dialog').getByLabel('Email').fill('asha@reader.example');
      await press('Contribute ₹500')(page);
    },
  },
  {
    lines: 'WEB-84',
    expected: ['Payment initiation failed.'],
    path: () => '/support',
    given: { 'POST /payments/create': 'unavailable' },
    act: async (page) => {
      await press(/^Contribute$/)(page);
      await page.getByLabel('Name on the receipt').fill('Asha');
      await page.getByRole('dialog').getByLabel('Email').fill('asha@reader.example');
      await press('Contribute ₹500')(page);
    },
  },
  {
    lines: 'WEB-66',
    expected: ['Impact', 'Ways to Give', 'Next steps', 'Fundraise via Run', 'Get Updates'],
    path: () => '/support',
  },
];
