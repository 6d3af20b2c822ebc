import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../support/journey.ts';
import { type Scene, sees } from './scene.ts';

const seeMore = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^See More/ })
    .first()
    .click({ timeout: PATIENCE_MS });
  await page.getByRole('button', { name: 'Show Less' }).first().waitFor({ timeout: PATIENCE_MS });
};

export const collectionScenes: readonly Scene[] = [
  { name: 'digital-library', path: () => '/digital-library' },
  { name: 'digital-library-see-more', path: () => '/digital-library', act: seeMore },
  {
    name: 'digital-library-search',
    path: () => '/digital-library',
    act: async (page) => {
      await page.getByLabel('Find in the collection').fill('lift');
      await sees('The Lift Between Four and Five')(page);
    },
  },
  {
    name: 'digital-library-nothing-found',
    path: () => '/digital-library?q=zzzzqqqq',
    act: sees('No eBooks found matching your criteria.'),
  },
  { name: 'library-owned', path: () => '/digital-library', as: 'owner', act: sees(/^Continue, /) },
  { name: 'archives', path: () => '/archives' },
  {
    name: 'archives-about',
    path: () => '/archives',
    act: async (page) => {
      await page.getByText('About the Archives').click();
      await sees(/given by the people it is about/)(page);
    },
  },
];
