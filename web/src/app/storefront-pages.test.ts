import { readdirSync, readFileSync } from 'node:fs';
import { mediaTypes, type PageName, pagePaths, sitePages, storefrontPages } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { pageFile } from '../../page-files.ts';

const source = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const tables = source('router.tsx') + source('more-routes.tsx') + source('article-routes.tsx');
const names = Object.keys(pagePaths) as PageName[];
const mediaPages = mediaTypes.map(({ page }) => `/${page}/:id`);

it('each page of the list stands in one route table and has a file (WEB-02, WEB-03)', () => {
  const routed = [...tables.matchAll(/pageAt\(\s*pagePaths\.(\w+)/g)].map(([, name]) => name);

  expect(routed.sort()).toEqual([...names].sort());
  expect(
    names.filter(
      (name) => !readdirSync(new URL('../pages', import.meta.url)).includes(pageFile(name).slice(10)),
    ),
  ).toEqual([]);
});

it('heads and sitemap have exactly the pages of the list and those of the media kinds', () => {
  const paths = new Set([...names.map((name) => pagePaths[name]), ...mediaPages]);

  expect(storefrontPages.map(({ path }) => path).sort()).toEqual([...paths].sort());
  expect(mediaPages).toContain(pagePaths.ebook);
});

it('no other file of the web client, the gateway and the contracts repeats a path of the list', () => {
  const folders = ['../../', '../../../gateway/src/', '../../../contracts/src/'];
  const files = folders.flatMap((folder) => {
    const base = new URL(folder, import.meta.url);
    return readdirSync(base, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => /\.tsx?$/.test(file) && !/node_modules|dist|testing|\.test\.|page-paths|texts\//.test(file),
      )
      .map((file) => new URL(file, base));
  });
  // paths of the API are written as `path: '...'` beside a method
  const isApi = (line: string): boolean => /^\s*path: '|itemPage\(pagePaths\.anyMedia/.test(line);
  const fixed = new RegExp(
    `['"\`](?:${names
      .map((name) => pagePaths[name].replace('/:id', ''))
      .filter((path) => path !== '/')
      .join('|')})(?:/:id)?['"\`?]`,
  );
  const repeated = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => fixed.test(line) && !isApi(line) && !/^\s*(\*|\/\/|\/\*\*)/.test(line))
      .map((line) => `${file.pathname}: ${line.trim()}`),
  );

  expect(files.length).toBeGreaterThan(200);
  expect(repeated).toEqual([]);
});

it('each page with sections is a page of the list', () => {
  const paths = new Set<string>(Object.values(pagePaths));

  expect(sitePages.filter(({ path }) => path !== null && !paths.has(path))).toEqual([]);
  expect(sitePages.filter(({ path }) => path === null).map(({ id }) => id)).toEqual(['concierge']);
});
