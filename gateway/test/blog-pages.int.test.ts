/** Heads, feed, sitemap entries and plain links of blog posts. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSignedText } from '@satrangi/chassis';
import { Blog, MediaId, POST_CARD_PURPOSE, postCardText } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXT_EDITION_MAX_BYTES } from '../src/pages/text-edition.ts';
import { type Fixture, startFixture } from './fixture.ts';

const ORIGIN = 'https://library.example';
const post: Blog = Blog.parse({
  _id: 'post-qwerty',
  title: 'बरसात </title><script>alert(1)</script>',
  author: 'Meher & Rukhsana',
  image: '/api/cms/images/rain.png',
  excerpt: 'The river, the bridge \u0007and a boat.',
  content:
    '<h2>Rain</h2><p>The river &amp; the <strong>bridge</strong>.</p><ul><li>One</li><li>Two</li></ul>',
  published: true,
  publishedAt: '2026-10-01T10:00:00.000Z',
  updatedAt: '2026-10-02T10:00:00.000Z',
});

const film = aMediaItem({
  _id: MediaId.parse('rain'),
  mediaType: 'shortfilm',
  title: 'बरसात & रात',
  creator: 'Meher & Rukhsana',
  description: 'A roof, a kite.',
});

/** As long as a post may be, with a paragraph that fits into no part. */
const long: Blog = {
  ...post,
  _id: 'long-qwerty',
  content: `<p>${'बारिश '.repeat(6_000)}</p>${'<h2>नाम</h2><p>शब्द &amp; शब्द।</p>'.repeat(2_000)}<p>${'x'.repeat(30_000)}</p>`,
};

let dist: string;
let fixture: Fixture;
let isAway = false;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'blog-pages-'));
  await copyFile(fileURLToPath(new URL('../../web/index.html', import.meta.url)), join(dist, 'index.html'));
  fixture = await startFixture({ WEB_DIST: dist, PUBLIC_URL: ORIGIN, PAGE_HEAD_MS: '1000' });
  const answers: Readonly<Record<string, unknown>> = {
    '/cms/blogs': [post],
    '/cms/blogs?brief=1': [{ ...post, content: '' }],
    '/cms/blogs/post-qwerty': post,
    '/cms/blogs/long-qwerty': long,
    '/cms/blogs/plain-qwerty': { ...post, _id: 'plain-qwerty', image: null },
    '/cms/shared-blogs/qwerty': { _id: post._id },
  };
  fixture.services.catalog.answer = (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ items: [film], total: 1, nextCursor: null }));
  };
  fixture.services.cms.answer = ({ url }, response) => {
    const answer = answers[url];
    const status = isAway ? 503 : answer ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? answer : { status, code: 'not-found' }));
  };
});
afterAll(async () => {
  await fixture?.[Symbol.asyncDispose]();
  await rm(dist, { recursive: true, force: true });
});

const page = async (path: string) => {
  const response = await fixture.get(path);
  const html = await response.text();
  return { status: response.status, html, head: html.slice(0, html.indexOf('</head>')) };
};

describe('the page of a post', () => {
  it('has title, description, canonical address, image and structured data, all escaped (WEB-67)', async () => {
    const { status, head } = await page('/blogs/post-qwerty');

    expect(status).toBe(200);
    expect(head).toContain(
      '<title data-head>बरसात &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; | Satrangi</title>',
    );
    expect(head).toContain(`<link data-head rel="canonical" href="${ORIGIN}/blogs/post-qwerty" />`);
    expect(head).toContain(`property="og:image" content="${ORIGIN}/api/cms/images/rain.png"`);
    expect(head).toContain('property="og:type" content="article"');
    const data = /<script data-head type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject({
      '@type': 'BlogPosting',
      headline: post.title,
      author: { name: post.author },
      datePublished: post.publishedAt,
      dateModified: post.updatedAt,
    });
    expect(head).not.toContain('<script>alert');
  });

  it('without a picture has a drawn image of the size of link previews, with its title and author (WEB-67)', async () => {
    const { head } = await page('/blogs/plain-qwerty');
    const image = /property="og:image" content="([^"]+)"/.exec(head)?.[1] ?? '';

    expect(image).toMatch(/^https:\/\/library\.example\/api\/preview-cards\/[\w-]+\.[\w-]+$/);
    const card = image.slice(image.lastIndexOf('/') + 1);
    expect(readSignedText('a-secret-between-services', POST_CARD_PURPOSE, card)).toBe(
      postCardText({ id: 'plain-qwerty', title: post.title, author: post.author }),
    );
    expect(head).toContain('property="og:image:width" content="1200"');
    expect(head).toContain('name="twitter:card" content="summary_large_image"');
    expect((await page('/blogs/post-qwerty')).head).not.toContain('preview-cards');
  });

  it('has its whole text for browsers without JavaScript', async () => {
    const { html } = await page('/blogs/post-qwerty');
    const text = html.slice(html.indexOf('<noscript>'), html.indexOf('</noscript>'));
    for (const paragraph of ['By Meher &amp; Rukhsana.', 'Rain', 'The river &amp; the bridge.', 'One', 'Two'])
      expect(text).toContain(`<p>${paragraph}</p>`);
    expect(text).toContain('<a href="/text/blogs/post-qwerty">');
  });

  it('that is hidden or unknown is answered as an unknown path (P92)', async () => {
    const unknown = await page('/nothing-here');
    for (const path of ['/blogs/hidden-abcdef', '/blogs/UPPER', '/blogs/%F0%9F%8C%88']) {
      const { status, html } = await page(path);
      expect([path, status, html === unknown.html]).toEqual([path, 404, true]);
    }
  });
});

describe('the list', () => {
  it('names its feed', async () => {
    const { status, head } = await page('/blogs');
    expect(status).toBe(200);
    expect(head).toContain(`rel="alternate" type="application/atom+xml" href="${ORIGIN}/blogs.xml"`);
  });

  it('is in the sitemap with its posts', async () => {
    const sitemap = await (await fixture.get('/sitemap.xml')).text();
    expect(sitemap).toContain(`<loc>${ORIGIN}/blogs</loc>`);
    expect(sitemap).toContain(`<loc>${ORIGIN}/blogs/post-qwerty</loc>`);
  });

  it('is an Atom feed with whole texts', async () => {
    const response = await fixture.get('/blogs.xml');
    const xml = await response.text();

    expect(response.headers.get('content-type')).toContain('application/atom+xml');
    expect(xml).toContain(`<id>${ORIGIN}/blogs/post-qwerty</id>`);
    expect(xml).toContain('<author><name>Meher &amp; Rukhsana</name></author>');
    expect(xml).toContain('<updated>2026-10-02T10:00:00.000Z</updated>');
    expect(xml).toContain('&lt;p&gt;The river &amp;amp; the &lt;strong&gt;bridge&lt;/strong&gt;.&lt;/p&gt;');
    // control characters are forbidden in XML
    expect(xml).toContain('<summary>The river, the bridge and a boat.</summary>');
  });
});

describe('new titles', () => {
  it('are an Atom feed, which the lists of titles name', async () => {
    const response = await fixture.get('/new-titles.xml');
    const xml = await response.text();

    expect(response.headers.get('content-type')).toContain('application/atom+xml');
    expect(xml).toContain('<title>Satrangi: new titles</title>');
    expect(xml).toContain(`<id>${ORIGIN}/short-film/rain</id>`);
    expect(xml).toContain('<title>बरसात &amp; रात</title>');
    expect(xml).toContain('<author><name>Meher &amp; Rukhsana</name></author>');
    expect(xml).toContain('<summary>Short film. A roof, a kite.</summary>');
    expect(xml).not.toContain('<content');
    for (const path of ['/digital-library', '/e-books', '/archives'])
      expect((await page(path)).head).toContain(`href="${ORIGIN}/new-titles.xml"`);
  });

  it('are unavailable, not none, when the catalog does not answer', async () => {
    await using other = await startFixture({ WEB_DIST: dist, PUBLIC_URL: ORIGIN });
    other.services.catalog.answer = (_request, response) => void response.writeHead(503).end('{}');
    expect((await other.get('/new-titles.xml')).status).toBe(503);
  });
});

describe('the text edition (BEY-04)', () => {
  const wordsOf = (html: string): string =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim();

  it('is one small page with the same words, without subresources and cookies', async () => {
    const response = await fixture.get('/text/blogs/post-qwerty', { 'save-data': 'on' });
    const html = await response.text();

    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(TEXT_EDITION_MAX_BYTES);
    expect(html).not.toMatch(/<(script|img|style|iframe|link rel="(?!icon|canonical))/);
    expect(html).toContain('<h2 dir="auto">Rain</h2>');
    expect(html).toContain('<p dir="auto">The river &amp; the bridge.</p>');
    expect(html).toContain('href="/blogs/post-qwerty"');
    expect(html).toContain('<title>बरसात &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>');
  });

  it('of a long post comes in parts, each within 14 kB, that lose no word', async () => {
    let words = '';
    for (let part = 1, count = 1; part <= count; part += 1) {
      const html = await (await fixture.get(`/text/blogs/long-qwerty?part=${part}`)).text();
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(TEXT_EDITION_MAX_BYTES);
      count = Number(/Part \d+ of (\d+)/.exec(html)?.[1]);
      expect(count).toBeGreaterThan(10);
      const text = html.replace(/<p lang="en">.*?<\/p>\n/, '');
      words += ` ${wordsOf(text.slice(text.indexOf('</p>'), text.lastIndexOf('<p>Part')))}`;
    }
    expect(words.replaceAll(' ', '')).toBe(wordsOf(long.content).replaceAll(' ', ''));
  });

  it('names nothing in the tab in discreet mode', async () => {
    const html = await (await fixture.get('/text/blogs/post-qwerty', { cookie: 'discreet=1' })).text();
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe('Reading list');
  });

  it.each([
    '/text/blogs/hidden-abcdef',
    '/text/blogs/post-qwerty?part=2',
    '/text/blogs/post-qwerty?part=x',
    '/text/blogs/%E0%A4%A',
  ])('%s is answered as an unknown path (P92)', async (path) => {
    expect((await page(path)).status).toBe(404);
  });
});

describe('plain links (BEY-05)', () => {
  it('are one page for all codes, which names nothing', async () => {
    const pages = new Set<string>();
    for (const code of ['qwerty', 'abcdef', 'unknown']) {
      const response = await fixture.get(`/s/${code}`);
      const html = await response.text();
      expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
      expect(html).not.toMatch(/satrangi|बरसात|Meher|blog/i);
      pages.add(html.replaceAll(code, '*'));
    }
    expect(pages.size).toBe(1);
  });

  it('open the post by the button only', async () => {
    fixture.services['virtual-run'].answer = (_request, response) => void response.writeHead(404).end('{}');
    const press = (code: string) =>
      fetch(`${fixture.gateway.url}/s/${code}`, { method: 'POST', redirect: 'manual' });
    const known = await press('qwerty');
    expect([known.status, known.headers.get('location')]).toEqual([303, '/blogs/post-qwerty']);
    expect((await press('unknown')).headers.get('location')).toBe('/blogs/unknown');
    expect((await press('Unknown_title-1')).headers.get('location')).toBe('/');
    expect((await fixture.get('/s/not%3Ca%3Ecode')).status).toBe(404);
  });
});

it('a feed whose service does not answer is unavailable, not empty', async () => {
  await using other = await startFixture({ WEB_DIST: dist, PUBLIC_URL: ORIGIN });
  isAway = true;
  other.services.cms.answer = fixture.services.cms.answer;
  expect((await other.get('/blogs.xml')).status).toBe(503);
  isAway = false;
});
