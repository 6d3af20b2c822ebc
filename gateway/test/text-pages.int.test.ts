/** Heads of pages that consist of cms sections. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksOf, escapeMarkup, sitePages, textPages } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXT_EDITION_MAX_BYTES } from '../src/pages/text-edition.ts';
import { type Fixture, startFixture } from './fixture.ts';

let dist: string;
let fixture: Fixture;
let isDown = false;

const sections: Record<string, readonly { key: string; content: string }[]> = {
  terms: [{ key: 'terms.body', content: '<p>{name} &lt;b&gt; नियम</p><h2>Two</h2>' }],
  faq: [{ key: 'faq.body', content: '<h2>All</h2><h3>क्यों?</h3><p>Because <b>yes</b>.</p>' }],
};

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pages-'));
  await copyFile(fileURLToPath(new URL('../../web/index.html', import.meta.url)), join(dist, 'index.html'));
  fixture = await startFixture({ WEB_DIST: dist, PAGE_HEAD_MS: '1000' });
  fixture.services.cms.answer = ({ url }, response) => {
    const page = /^\/cms\/real-pages\/(\w+)\/sections$/.exec(url)?.[1];
    response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isDown ? {} : (sections[page ?? ''] ?? [])));
  };
});
afterAll(async () => {
  await fixture?.[Symbol.asyncDispose]();
  await rm(dist, { recursive: true, force: true });
});

const page = async (path: string) => {
  const response = await fixture.get(path);
  const html = await response.text();
  const data = /<script data-head type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
  return {
    status: response.status,
    isNoindex: response.headers.get('x-robots-tag') === 'noindex',
    head: html.slice(0, html.indexOf('</head>')),
    text: html.slice(html.indexOf('<noscript>'), html.indexOf('</noscript>')),
    data: data === undefined ? undefined : JSON.parse(data),
  };
};

it.each([
  '/about',
  '/faq',
  '/terms',
  '/privacy',
  '/refunds',
  '/digital-library-policy',
  '/creator-policy',
  '/crowdfunding',
])(
  '%s has title, description, canonical address and its text without JavaScript (WEB-03, WEB-108)',
  async (path) => {
    const { status, isNoindex, head, text } = await page(path);

    expect([status, isNoindex]).toEqual([200, false]);
    expect(head).toContain('name="description"');
    expect(head).toMatch(new RegExp(`rel="canonical" href="[^"]*${path}"`));
    expect(text.match(/<p>/g)?.length).toBeGreaterThanOrEqual(1);
    expect(text).not.toContain('{');
  },
);

it('a published section replaces the built-in text of the head, escaped (CMS-16)', async () => {
  const { head, text } = await page('/terms');

  expect(head).toContain('name="description" content="Satrangi &lt;b&gt; नियम"');
  expect(text).toContain('<p>Satrangi &lt;b&gt; नियम</p>');
  expect(text).not.toContain('In short');
});

it('/faq has its questions, and /about the organisation, as structured data', async () => {
  expect((await page('/faq')).data).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ name: 'क्यों?', acceptedAnswer: { text: 'Because yes.' } }],
  });
  expect((await page('/about')).data).toMatchObject({ '@type': 'Organization', name: 'Satrangi' });
});

it('P91: while the cms fails, each page has all paragraphs of its built-in text', async () => {
  const site = {
    name: 'Satrangi',
    tagline: '',
    email: 'hello@satrangi.example',
    origin: 'https://library.example',
  };
  // a gateway of its own: another one may have sections of cms in its cache
  await using other = await startFixture({ WEB_DIST: dist, PUBLIC_URL: site.origin });
  other.services.cms.answer = (_request, response) => void response.writeHead(503).end('{}');
  for (const { path, head } of textPages) {
    const html = await (await other.get(path)).text();
    const missing = (head(site).text ?? []).filter((paragraph) => !html.includes(escapeMarkup(paragraph)));
    expect([path, head(site).text?.length === 0, missing]).toEqual([path, false, []]);
  }
});

const editions = textPages.filter(({ hasEdition }) => hasEdition).map(({ path }) => path);

describe('the text edition (BEY-04)', () => {
  const wordsOf = (html: string): string =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, '');

  it('exists for the FAQ and each policy', () => {
    expect(editions).toEqual([
      '/faq',
      '/terms',
      '/privacy',
      '/refunds',
      '/digital-library-policy',
      '/creator-policy',
      '/crowdfunding',
    ]);
  });

  it.each(editions)('/text%s is one small page with the words of the page', async (path) => {
    const response = await fixture.get(`/text${path}`, { 'save-data': 'on' });
    const html = await response.text();
    const rows = html.slice(html.indexOf('</h1>'), html.lastIndexOf('<p><a href="'));

    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(TEXT_EDITION_MAX_BYTES);
    expect(html).not.toMatch(/<(script|img|style|iframe|link rel="(?!icon|canonical))/);
    const page = textPages.find((one) => one.path === path);
    const { id = '' } = sitePages.find((one) => one.path === path) ?? {};
    const site = { name: 'Satrangi', tagline: '', email: 'hello@satrangi.example', origin: '' };
    const text = blocksOf(page?.richText(sections[id] ?? [], site) ?? '').map((block) => block.text);
    expect(wordsOf(rows.replace(/<p lang="en">.*?<\/p>/, ''))).toBe(text.join('').replace(/\s+/g, ''));
    expect(html).toContain(`<h1 dir="auto">${page?.title}</h1>`);
  });

  it('is offered under Save-Data, below the page, and without JavaScript', async () => {
    const shell = async (headers: Record<string, string>) => {
      const response = await fixture.get('/terms', headers);
      return { vary: response.headers.get('vary'), html: await response.text() };
    };
    const link = '<a href="/text/terms">';
    const saving = await shell({ 'save-data': 'on' });
    expect(saving.vary).toBe('cookie, save-data');
    expect(saving.html.indexOf(link)).toBeGreaterThan(saving.html.indexOf('id="root"'));
    expect(saving.html.indexOf(link)).toBeLessThan(saving.html.indexOf('<noscript>'));
    const other = await shell({});
    expect(other.html.indexOf(link)).toBeGreaterThan(other.html.indexOf('<noscript>'));
    expect((await shell({ 'save-data': 'on', cookie: 'discreet=1' })).html).not.toContain(link);
  });

  it('shows in words where a script may lack its font, and only there', async () => {
    const html = await (await fixture.get('/text/terms')).text();
    expect(html).toContain('letters of the Devanagari script');
    expect(html).toContain('<a href="/terms">the full page</a> brings its own');
    expect(await (await fixture.get('/text/refunds')).text()).not.toContain('empty boxes');
  });

  it('has its built-in text while the cms fails; other paths have none', async () => {
    isDown = true;
    try {
      expect(await (await fixture.get('/text/crowdfunding')).text()).toContain('reaches its goal');
    } finally {
      isDown = false;
    }
    for (const path of ['/text/about', '/text/', '/text/login', '/text/terms/x', '/text/terms?part=9'])
      expect([path, (await fixture.get(path)).status]).toEqual([path, 404]);
  });
});
