import type { Page } from 'playwright-core';
import { type PageState, waitForText } from './page-state.ts';

const seeMore = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^See More/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Show Less' }).first().waitFor();
};

export const collectionStates: readonly PageState[] = [
  { name: 'digital-library', path: () => '/digital-library' },
  { name: 'digital-library-see-more', path: () => '/digital-library', act: seeMore },
  {
    name: 'digital-library-search',
    path: () => '/digital-library',
    act: async (page) => {
      await page.getByLabel('Find in the collection').fill('lift');
      await waitForText('The Lift Between Four and Five')(page);
    },
  },
  {
    name: 'digital-library-nothing-found',
    path: () => '/digital-library?q=zzzzqqqq',
    act: waitForText('No eBooks found matching your criteria.'),
  },
  {
    name: 'digital-library-filtered',
    path: () => '/digital-library?kind=magazine',
    act: waitForText('Verandah 1: Rain'),
  },
  { name: 'library-owned', path: () => '/digital-library', as: 'owner', act: waitForText(/^Continue, /) },
  { name: 'publishing-catalogue', path: () => '/publishing', act: waitForText('What we have published') },
  { name: 'archives', path: () => '/archives' },
  {
    name: 'archives-about',
    path: () => '/archives',
    act: async (page) => {
      await page.getByText('About the Archives').click();
      await waitForText(/given by the people it is about/)(page);
    },
  },
];
