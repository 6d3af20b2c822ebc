/** Heads, status codes and site files that search engines and link previews read. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { itemPreviewImage, MediaId, type MediaItem, MediaPage } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture.ts';

const ORIGIN = 'https://library.example';
const book = aMediaItem({
  _id: MediaId.parse('book'),
  mediaType: 'ebook',
  title: 'कबूतर & "Kurtas" </title><script>alert(1)</script>',
  author: 'Sulekha Sen',
  creator: 'Sulekha Sen',
  description: 'A family, a flat, </script> and a secret.',
  priceINR: 199,
  isFree: false,
  thumbnailUrl: '/api/media/book/thumbnail/x',
});

const pageOf = (items: readonly MediaItem[]) => ({ items, total: items.length, nextCursor: null });

let dist: string;
let fixture: Fixture;
let hangs = false;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pages-'));
  await copyFile(fileURLToPath(new URL('../../web/index.html', import.meta.url)), join(dist, 'index.html'));
  fixture = await startFixture({ WEB_DIST: dist, PUBLIC_URL: ORIGIN, PAGE_HEAD_MS: '1000' });
  fixture.services.cms.answer = (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('[]');
  };
  fixture.services.catalog.answer = ({ url }, response) => {
    if (hangs) return;
    response.setHeader('content-type', 'application/json');
    if (url === '/ebooks') return void response.end(JSON.stringify(MediaPage.parse(pageOf([book]))));
    if (url === '/ebooks/book' || url === '/media/book') return void response.end(JSON.stringify(book));
    if (/^\/\w[\w-]*$/.test(url)) return void response.end(JSON.stringify(pageOf([])));
    const status = url.includes('.') ? 400 : 404;
    response.writeHead(status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ status, code: status === 400 ? 'validation-failed' : 'not-found' }));
  };
});
afterAll(async () => {
  await fixture?.[Symbol.asyncDispose]();
  await rm(dist, { recursive: true, force: true });
});

const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fixture.get(path, headers);
  const html = await response.text();
  return {
    status: response.status,
    html,
    head: html.slice(0, html.indexOf('</head>')),
    title: /<title data-head>(.*?)<\/title>/.exec(html)?.[1],
    isNoindex: response.headers.get('x-robots-tag') === 'noindex',
  };
};

describe('the page of an item', () => {
  it('has title, description, canonical address, image and structured data, all escaped', async () => {
    const { status, head, title, isNoindex } = await page('/ebook/book');

    expect([status, isNoindex]).toEqual([200, false]);
    expect(title).toBe(
      'कबूतर &amp; &quot;Kurtas&quot; &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; by Sulekha Sen | Satrangi',
    );
    expect(head).toContain(`<link data-head rel="canonical" href="${ORIGIN}/ebook/book" />`);
    expect(head).toContain(`property="og:image" content="${ORIGIN}${itemPreviewImage(book)}"`);
    expect(head).toContain('name="description" content="A family, a flat, &lt;/script&gt; and a secret."');
    const data = /<script data-head type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject({
      '@type': 'Book',
      name: book.title,
      offers: { price: 199 },
    });
    expect(head).not.toContain('<script>alert');
  });

  it('has a text for browsers without JavaScript: title, creator, description and price', async () => {
    const { html } = await page('/ebook/book');
    const text = html.slice(html.indexOf('<noscript>'), html.indexOf('</noscript>'));

    expect(text).toContain('<h1>कबूतर');
    expect(text).toContain('<p>eBook by Sulekha Sen.</p>');
    expect(text).toContain('<p>A family, a flat, &lt;/script&gt; and a secret.</p>');
    expect(text).toContain('<p>₹199.</p>');
  });

  it('under any type names the address of its own page as canonical', async () => {
    expect((await page('/media/book')).head).toContain(`rel="canonical" href="${ORIGIN}/ebook/book"`);
  });

  it('in discreet mode names nothing of the item', async () => {
    const { html, title, isNoindex } = await page('/ebook/book', { cookie: 'a=b; discreet=1' });

    expect([title, isNoindex]).toEqual(['Reading list | Satrangi', true]);
    expect(html).not.toContain('कबूतर');
    expect(html).not.toContain('Sulekha');
  });

  it('does not wait for a service that does not answer: it has the head of its kind', async () => {
    hangs = true;
    try {
      const { status, title } = await page('/ebook/slow');
      expect([status, title]).toEqual([200, 'eBook | Satrangi']);
    } finally {
      hangs = false;
    }
  });
});

describe('unknown pages', () => {
  it.each([
    ['an unknown item', '/ebook/unknown'],
    ['an item of another kind', '/short-film/book'],
    ['an item with an id that no item can have', '/ebook/a.b'],
    ['an unknown path', '/shelf'],
    ['a path that cannot be decoded', '/ebook/%E0%A4%A'],
  ])('%s answers 404 with the page and a head that says nothing else (P92)', async (_what, path) => {
    const { status, html, title, isNoindex } = await page(path);
    const unknown = await page('/nothing-here');

    expect([status, title, isNoindex]).toEqual([404, '404: Not Found | Satrangi', true]);
    expect(html).toContain('<div id="root">');
    expect(html).toBe(unknown.html);
  });

  it('does not answer 404 for pages of one reader, which search engines skip', async () => {
    for (const path of ['/profile', '/orders', '/read/book', '/payment-success']) {
      const { status, isNoindex, head } = await page(path);
      expect([path, status, isNoindex]).toEqual([path, 200, true]);
      expect(head).not.toContain('og:');
    }
  });
});

it('a response that does not fit the contract leaves the page with a generic head', async () => {
  // the stand-in of the run answers {"ok":true}
  const { status, html } = await page('/virtual-run');
  expect(status).toBe(200);
  expect(html).toContain('<div id="root">');
});

it('revalidates a page with its ETag', async () => {
  const etag = (await fixture.get('/ebook/book')).headers.get('etag') ?? '';
  expect((await fixture.get('/ebook/book', { 'if-none-match': etag })).status).toBe(304);
  expect((await fixture.get('/e-books', { 'if-none-match': etag })).status).toBe(200);
});

describe('site files', () => {
  it('earlier paths redirect with their query (WEB-05)', async () => {
    for (const [from, to] of [
      ['/library?q=a', '/digital-library?q=a'],
      ['/community', '/virtual-run'],
      ['/run-registration', '/virtual-run'],
    ]) {
      const response = await fetch(fixture.gateway.url + from, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([308, to]);
    }
  });

  it('the private page of an author has a neutral head, and no browser or search engine keeps it', async () => {
    const response = await fixture.get('/publishing/status');
    const html = await response.text();
    const head = html.slice(0, html.indexOf('</head>'));

    expect(head).toContain('<title data-head>What you sent us | Satrangi</title>');
    expect(head).not.toMatch(/og:|canonical/);
    expect(
      ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => response.headers.get(name)),
    ).toEqual(['no-store', 'noindex', 'no-referrer']);
  });

  it('the page of authors has its text without JavaScript', async () => {
    const html = await (await fixture.get('/publishing')).text();
    const text = /<noscript>[\s\S]*<\/noscript>/.exec(html)?.[0];

    expect(text).toContain('A pen name is fine');
    expect(text).toContain('at most 100 MB');
    expect(text).toMatch(/The form needs JavaScript. Without it, write to \S+@\S+, and/);
  });

  it('robots.txt names the sitemap', async () => {
    const response = await fixture.get('/robots.txt');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });

  it('sitemap.xml lists public pages and items, and no page of a reader', async () => {
    const response = await fixture.get('/sitemap.xml');
    const places = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);

    expect(response.headers.get('content-type')).toContain('application/xml');
    expect(places).toContain(`${ORIGIN}/ebook/book`);
    expect(places).toContain(`${ORIGIN}/e-books`);
    expect(
      places.filter((place) => /profile|orders|payment|read|login|admin|\/run\//.test(place ?? '')),
    ).toEqual([]);
    expect(places.filter((place) => place?.includes('publishing'))).toEqual([`${ORIGIN}/publishing`]);
  });
});
