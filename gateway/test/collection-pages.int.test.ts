/** Heads of the pages of collections, their text for browsers without JavaScript, and cached answers after edits. */
import { CuratedPage, CuratedShelf, MediaId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORIGIN, type PageFixture, startPageFixture } from './page-fixture.ts';

const book = { ...aMediaItem({ _id: MediaId.parse('book'), title: 'A Balcony' }), reason: 'Salt & <rain>.' };
const issue = {
  ...aMediaItem({ _id: MediaId.parse('i1'), mediaType: 'magazine', title: 'देहरी ३', language: 'hi' }),
  reason: null,
};
const head = { slug: 'rain', name: 'Rain </script>', sentence: 'For a wet evening.', isStaffPicks: false };
const answers: Readonly<Record<string, unknown>> = {
  '/collections/rain': CuratedPage.parse({
    ...head,
    items: [issue, book],
    others: [{ slug: 'work', name: 'Work' }],
  }),
  '/collections': { items: [CuratedShelf.parse({ ...head, total: 2, items: [issue, book] })] },
};

let fixture: PageFixture;
beforeAll(async () => {
  fixture = await startPageFixture(answers);
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

it('the page of a collection has its sentence, its titles in order, and their reasons', async () => {
  const { status, html, data } = await fixture.pageAt('/collections/rain');

  expect(status).toBe(200);
  expect(html).toContain('<title data-head>Rain &lt;/script&gt; | Satrangi</title>');
  expect(html).toContain(`rel="canonical" href="${ORIGIN}/collections/rain"`);
  expect(html).toContain('For a wet evening. 1 eBook and 1 magazine.');
  expect(html).toContain('A Balcony: Salt &amp; &lt;rain&gt;.');
  expect(html).toMatch(
    /<noscript>[\s\S]*<a href="\/magazine\/i1" lang="hi" dir="auto">देहरी ३, Magazine<\/a>/,
  );
  expect(html.indexOf('href="/magazine/i1"')).toBeLessThan(html.indexOf('href="/ebook/book"'));
  expect(html).toContain('<a href="/collections/work"');
  expect(data[0]).toMatchObject({
    '@type': 'CollectionPage',
    name: 'Rain </script>',
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: 2,
      itemListElement: [
        { position: 1, item: { '@type': 'PublicationIssue' } },
        { position: 2, item: { '@type': 'Book', url: `${ORIGIN}/ebook/book` } },
      ],
    },
  });
  expect(data[1]).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{}, { name: 'Collections' }, { name: 'Rain </script>' }],
  });
});

it('the list of collections leads to each of them', async () => {
  const { status, html } = await fixture.pageAt('/collections');

  expect(status).toBe(200);
  expect(html).toContain('<title data-head>Collections | Satrangi</title>');
  expect(html).toMatch(
    /<noscript>[\s\S]*<a href="\/collections\/rain"[^>]*>Rain &lt;\/script&gt;: For a wet/,
  );
});

it.each(['/collections/nothing', '/collections/%E0%A4'])(
  '%s has the head of an unknown path',
  async (path) => {
    const { status, html } = await fixture.pageAt(path);

    expect(status).toBe(404);
    expect(html).toContain('<title data-head>404: Not Found | Satrangi</title>');
  },
);
