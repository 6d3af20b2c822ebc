import { readFileSync } from 'node:fs';
import { mediaTypes, pageRedirects, plannedPages, storefrontPages } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { isPlanned } from '../lib/paths.ts';

const source = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const routes = source('router.tsx') + source('more-routes.tsx') + source('article-routes.tsx');

it('the contracts list exactly the pages of the route tables', () => {
  const fixed = [...routes.matchAll(/pageAt\(\s*'(\/[^']*)'/g)].map(([, path]) => path);
  const media = mediaTypes.filter(({ joined }) => joined !== 'ebook').map(({ page }) => `/${page}/:id`);

  expect(storefrontPages.map(({ path }) => path).sort()).toEqual([...fixed, ...media].sort());
});

it('the contracts list the planned pages and the redirects', () => {
  expect(plannedPages.filter(({ path }) => !isPlanned(path))).toEqual([]);
  for (const from of Object.keys(pageRedirects)) expect(routes).toContain(`['${from}', paths.`);
});
