/** The sitemap of a catalog with more items than one list, and one file, may have. */
import type { IncomingMessage } from 'node:http';
import { MediaId, type MediaItem, sitemapLists } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createSitemap, type Sitemap } from '../src/pages/sitemap.ts';
import { type Fixture, startFixture } from './fixture.ts';

const ORIGIN = 'https://library.example';
const LIST = 1_000;

const placesOf = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place ?? '');

const bookAt = (position: number, change: Partial<MediaItem> = {}): MediaItem =>
  aMediaItem({ _id: MediaId.parse(`book-${position}`), ...change });

/** A catalog with so many ebooks, which answers a list in pages of 1,000. */
const answerWith = (fixture: Fixture, count: number): void => {
  fixture.services.cms.answer = (_request, response) => void response.end('[]');
  fixture.services.catalog.answer = ({ url }, response) => {
    const { pathname, searchParams } = new URL(url, ORIGIN);
    const total = pathname === '/ebooks' ? count : 0;
    const from = Number(searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: Math.max(0, Math.min(LIST, total - from)) }, (_, index) =>
      bookAt(from + index),
    );
    const next = from + LIST;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ items, total, nextCursor: next < total ? String(next) : null }));
  };
};

describe('the sitemap', () => {
  it('has every item of a kind with more than 1,000', { timeout: 30_000 }, async () => {
    await using fixture = await startFixture({ PUBLIC_URL: ORIGIN });
    answerWith(fixture, 2_345);

    const places = placesOf(await (await fixture.get('/sitemap.xml')).text());

    const books = places.filter((place) => place.startsWith(`${ORIGIN}/ebook/`));
    expect(books).toHaveLength(2_345);
    expect(new Set(books).size).toBe(2_345);
    expect(books.at(-1)).toBe(`${ORIGIN}/ebook/book-2344`);
  });

  it('is one file below the limit, whose parts are unknown paths', { timeout: 30_000 }, async () => {
    await using fixture = await startFixture({ PUBLIC_URL: ORIGIN });
    answerWith(fixture, 3);
    expect(await (await fixture.get('/sitemap.xml')).text()).toContain('<urlset ');
    for (const path of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-01.xml', '/sitemap-x.xml'])
      expect([path, (await fixture.get(path)).status]).toEqual([path, 404]);
  });

  it('beyond 50,000 addresses is an index of files with 50,000 each', { timeout: 60_000 }, async () => {
    await using fixture = await startFixture({ PUBLIC_URL: ORIGIN });
    answerWith(fixture, 50_100);

    const index = await (await fixture.get('/sitemap.xml')).text();
    const files = placesOf(index);
    expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(files).toEqual([`${ORIGIN}/sitemap-1.xml`, `${ORIGIN}/sitemap-2.xml`]);
    const parts: string[][] = [];
    for (const file of files) {
      const response = await fixture.get(file.slice(ORIGIN.length));
      expect(response.headers.get('content-type')).toContain('application/xml');
      parts.push(placesOf(await response.text()));
    }
    expect(parts[0]).toHaveLength(50_000);
    expect(parts.flat()).toContain(`${ORIGIN}/e-books`);
    expect(new Set(parts.flat()).size).toBe(parts.flat().length);
    expect(parts.flat().filter((place) => place.startsWith(`${ORIGIN}/ebook/`))).toHaveLength(50_100);
    expect((await fixture.get('/sitemap-3.xml')).status).toBe(404);
  });
});

it('the sitemap has a page for each name, each series of the items and each collection, once', {
  timeout: 30_000,
}, async () => {
  await using fixture = await startFixture({ PUBLIC_URL: ORIGIN });
  fixture.services.cms.answer = (_request, response) => void response.end('[]');
  const issue = { mediaType: 'magazine', author: 'Nafisa Lokhandwala' } as const;
  const items = [
    bookAt(1, { ...issue, title: 'Verandah 1: Rain', issueNumber: '1' }),
    bookAt(2, { ...issue, title: 'Verandah 2: Work', issueNumber: '2', cast: ['Ba: रवि'] }),
  ];
  fixture.services.catalog.answer = ({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    const listed = url.startsWith('/magazines') ? items : url === '/collections' ? [{ slug: 'rain' }] : [];
    response.end(JSON.stringify({ items: listed, total: 2, nextCursor: null }));
  };

  const places = placesOf(await (await fixture.get('/sitemap.xml')).text());

  expect(places.filter((place) => /\/(people|series|collections)\//.test(place)).sort()).toEqual([
    `${ORIGIN}/collections/rain`,
    `${ORIGIN}/people/${encodeURIComponent('रवि')}`,
    `${ORIGIN}/people/Nafisa%20Lokhandwala`,
    `${ORIGIN}/series/Verandah`,
  ]);
});

/** Runners who asked to be listed, in pages of 200. */
const answerWithRunners = (fixture: Fixture, count: number): void => {
  fixture.services['virtual-run'].answer = ({ url }, response) => {
    const { searchParams } = new URL(url, ORIGIN);
    const from = Number(searchParams.get('cursor') ?? 0);
    const pages = Array.from({ length: Math.max(0, Math.min(200, count - from)) }, (_, index) => ({
      slug: `runner-${from + index}`,
    }));
    const next = from + 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ pages, nextCursor: next < count ? String(next) : null }));
  };
};

describe('the sitemap of the run', () => {
  it('has every runner who asked to be listed, also the 201st', { timeout: 30_000 }, async () => {
    await using fixture = await startFixture({ PUBLIC_URL: ORIGIN });
    answerWith(fixture, 1);
    answerWithRunners(fixture, 512);

    const places = placesOf(await (await fixture.get('/sitemap.xml')).text());

    const runners = places.filter((place) => place.startsWith(`${ORIGIN}/run/f/`));
    expect(runners).toHaveLength(512);
    expect(new Set(runners).size).toBe(512);
    expect(runners.at(-1)).toBe(`${ORIGIN}/run/f/runner-511`);
  });
});

describe('the pages of a list', () => {
  const request = {} as IncomingMessage;
  const bodies = (
    nextOf: (url: string) => string | null,
  ): { readonly sitemap: Sitemap; readonly urls: string[] } => {
    const urls: string[] = [];
    const sitemap = createSitemap(ORIGIN, async (url) => {
      urls.push(url);
      if (!sitemapLists.some((list) => url.startsWith(`/api${list}`))) return null;
      const body = Buffer.from(
        JSON.stringify({
          items: [bookAt(urls.length)],
          nextCursor: nextOf(url),
        }),
      );
      // the site map reads nothing else of a cached response
      return { status: 200, body } as never;
    });
    return { sitemap, urls };
  };

  it('end when a cursor repeats for ever', async () => {
    const { sitemap, urls } = bodies(() => 'again & again');
    expect(await sitemap('/sitemap.xml', request)).toContain('</urlset>');
    expect(urls).toContain('/api/ebooks?cursor=again%20%26%20again');
  });
});
