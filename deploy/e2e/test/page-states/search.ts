import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type PageState, waitForText } from './page-state.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });

/** The path and query of the page. */
const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

const suggestionFor = (words: string, title: string) => async (page: Page) => {
  await field(page).fill(words);
  await page.getByRole('option', { name: title }).first().waitFor();
};

/** Two filters, each a step of the history: Back undoes one and then the other. */
const filterAndGoBack = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByLabel('Language').selectOption('en');
  await dialog.getByLabel('Kind').selectOption('magazine');
  await dialog.getByRole('button', { name: 'Show results' }).click();
  await expect.poll(() => addressOf(page)).toBe('/search?q=verandah&language=en&kind=magazine');
  await page.goBack();
  await expect.poll(() => addressOf(page)).toBe('/search?q=verandah&language=en');
  await page.goBack();
  await expect.poll(() => addressOf(page)).toBe('/search?q=verandah');
};

export const searchStates: readonly PageState[] = [
  { name: 'search', path: () => '/search', act: waitForText(/^\d+ results$/) },
  {
    name: 'search-suggestions',
    path: () => '/search',
    act: async (page) => {
      await suggestionFor('veranda', 'Verandah')(page);
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'search-suggestion-urdu', path: () => '/search', act: suggestionFor('رنگو', 'Zoya Anwar') },
  { name: 'search-suggestion-none', path: () => '/search', act: suggestionFor('zzzzqqqq', 'All results') },
  { name: 'search-filtered', path: () => '/search?q=verandah', act: filterAndGoBack },
  {
    name: 'search-one-kind',
    path: () => '/search?kind=magazine',
    act: waitForText('Verandah 1: Rain'),
  },
  { name: 'person', path: () => '/people/Nafisa%20Lokhandwala', act: waitForText('Wrote') },
  { name: 'series', path: () => '/series/Verandah', act: waitForText('Start with issue 1') },
  { name: 'person-missing', path: () => '/people/Nobody', act: waitForText('Name not found') },
  {
    name: 'search-close',
    path: () => '/search?q=mansoon',
    act: (page) => page.getByText(/^No exact match/).waitFor(),
  },
  {
    name: 'search-few',
    path: () => '/search?q=monsoon',
    act: async (page) => {
      await waitForText('More like this')(page);
      await page
        .getByText(/^Also /)
        .first()
        .waitFor();
    },
  },
  {
    name: 'search-few-filtered',
    path: () => '/search?q=kite&language=en&kind=ebook',
    act: waitForText('Remove “eBooks” to see 2 results'),
  },
  { name: 'search-nothing-at-all', path: () => '/search?q=zzzzqqqq', act: waitForText('Staff picks') },
  {
    name: 'search-nothing-found',
    path: () => '/search?q=zzzzqqqq&free=1',
    act: waitForText('Remove a filter, or try fewer words.'),
  },
];
