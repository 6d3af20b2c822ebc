/** Heads of pages that consist of cms sections. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('while the cms fails, a page has its built-in text (P91)', async () => {
  isDown = true;
  try {
    expect((await page('/refunds')).text).toContain('15 days');
  } finally {
    isDown = false;
  }
});
