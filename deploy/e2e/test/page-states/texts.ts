import type { Page } from 'playwright-core';
import { type PageState, waitForText } from './page-state.ts';

const search = (words: string, shows: string | RegExp) => async (page: Page) => {
  await page.getByLabel('Search the questions').fill(words);
  await waitForText(shows)(page);
};

/** Pages that consist of cms sections. */
export const textStates: readonly PageState[] = [
  ...['about', 'terms', 'privacy', 'refunds', 'digital-library-policy', 'creator-policy', 'crowdfunding'].map(
    (name): PageState => ({ name, path: () => `/${name}` }),
  ),
  { name: 'faq', path: () => '/faq' },
  {
    name: 'faq-answer',
    path: () => '/faq#how-do-i-send-you-my-work',
    act: waitForText('A pen name is fine'),
  },
  { name: 'faq-found', path: () => '/faq', act: search('bank statement', '1 question') },
  { name: 'faq-nothing-found', path: () => '/faq', act: search('zzzz', /No question matches/) },
];
