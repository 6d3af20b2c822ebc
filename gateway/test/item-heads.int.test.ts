/** Heads of items of all six kinds: preview image, structured data, the way to the page. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { itemPreviewImage, MediaId, mediaPath, mediaTypes, previewImage } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture.ts';

const ORIGIN = 'https://library.example';
const items = mediaTypes.map(({ joined, path }) => ({
  path,
  item: aMediaItem({
    _id: MediaId.parse(`item-${joined}`),
    mediaType: joined,
    title: `बरसात ${joined}`,
    creator: 'Meher Khan',
    author: 'Meher Khan',
    narrator: 'Tara',
    description: 'The river and the bridge.',
    priceINR: 199,
    isFree: false,
    thumbnailUrl: null,
  }),
}));
const schemaTypes: Readonly<Record<string, string>> = {
  ebook: 'Book',
  shortfilm: 'Movie',
  documentary: 'Movie',
  audiostory: 'Audiobook',
  magazine: 'PublicationIssue',
  oralhistory: 'AudioObject',
};

let dist: string;
let fixture: Fixture;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'item-heads-'));
  await copyFile(fileURLToPath(new URL('../../web/index.html', import.meta.url)), join(dist, 'index.html'));
  fixture = await startFixture({ WEB_DIST: dist, PUBLIC_URL: ORIGIN, PAGE_HEAD_MS: '1000' });
  fixture.services.cms.answer = (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('[]');
  };
  fixture.services.catalog.answer = ({ url }, response) => {
    if (/^\/(search|ebooks)\?/.test(url)) {
      response.setHeader('content-type', 'application/json');
      const listed = items.map(({ item }) => item);
      response.end(JSON.stringify({ items: listed, total: listed.length, nextCursor: null }));
      return;
    }
    const found = items.find(({ path, item }) =>
      [`/${path}/${item._id}`, `/media/${item._id}`].includes(url),
    );
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? found.item : { status: 404, code: 'not-found' }));
  };
});
afterAll(async () => {
  await fixture?.[Symbol.asyncDispose]();
  await rm(dist, { recursive: true, force: true });
});

const headOf = async (path: string) => {
  const html = await (await fixture.get(path)).text();
  const head = html.slice(0, html.indexOf('</head>'));
  const blocks = [...head.matchAll(/<script data-head type="application\/ld\+json">(.*?)<\/script>/g)];
  return { html, head, data: blocks.map(([, json = '']) => JSON.parse(json)) };
};

it.each(items)('$item.mediaType has title, creator, description, price and link', async ({ item }) => {
  const address = ORIGIN + mediaPath(item);
  const { head, html, data } = await headOf(mediaPath(item));
  const [described, breadcrumbs] = data;

  expect(head).toContain(`<title data-head>${item.title} by Meher Khan | Satrangi</title>`);
  expect(head).toContain('property="og:description" content="The river and the bridge."');
  expect(head).toContain(`rel="canonical" href="${address}"`);
  expect(html).toMatch(/<noscript>[\s\S]*Meher Khan[\s\S]*₹199/);
  expect(described).toMatchObject({
    '@context': 'https://schema.org',
    '@type': schemaTypes[item.mediaType],
    name: item.title,
    description: item.description,
    url: address,
    isAccessibleForFree: false,
    offers: { '@type': 'Offer', price: 199, priceCurrency: 'INR' },
  });
  // schema.org defines readBy for audiobooks only
  expect('readBy' in described).toBe(item.mediaType === 'audiostory');
  expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  expect(breadcrumbs.itemListElement).toHaveLength(3);
  expect(breadcrumbs.itemListElement[0]).toEqual({
    '@type': 'ListItem',
    position: 1,
    name: 'Satrangi',
    item: `${ORIGIN}/`,
  });
  expect(breadcrumbs.itemListElement[2]).toMatchObject({ position: 3, name: item.title, item: address });
});

it.each(items)('$item.mediaType has a preview image of its own, with its revision', async ({ item }) => {
  const { head } = await headOf(mediaPath(item));

  const image = `${ORIGIN}${itemPreviewImage(item)}`;
  expect(image).toMatch(/\/api\/preview-images\/item-\w+\?v=\w+$/);
  expect(head).toContain(`property="og:image" content="${image}"`);
  expect(head).toContain(`property="og:image:alt" content="Cover of ${item.title} by Meher Khan"`);
  expect(head).toContain('property="og:image:width" content="1200"');
  expect(head).toContain('property="og:image:height" content="630"');
  expect(head).toContain('name="twitter:card" content="summary_large_image"');
});

it.each(items)(
  '$item.mediaType has the preview image of its kind while catalog is down',
  async ({ item }) => {
    const { answer } = fixture.services.catalog;
    fixture.services.catalog.answer = (_request, response) => {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{}');
    };
    const { head } = await headOf(mediaPath({ ...item, _id: MediaId.parse(`unread-${item.mediaType}`) }));
    fixture.services.catalog.answer = answer;

    expect(head).toContain(`property="og:image" content="${ORIGIN}${previewImage(item.mediaType)}"`);
    expect(head).toContain('property="og:image:width" content="1200"');
    expect(head).not.toContain('og:image:alt');
  },
);

it.each(['/', '/e-books', '/terms', '/about'])('%s has the preview image of pages', async (path) => {
  expect((await headOf(path)).head).toContain(`content="${ORIGIN}${previewImage('page')}"`);
});

it.each(['/ebook/hidden', '/login', '/nothing'])(
  '%s has no preview image and no data (P92)',
  async (path) => {
    const { head, data } = await headOf(path);

    expect(head).not.toContain('og:image');
    expect(data).toEqual([]);
  },
);

it.each(['/e-books', '/digital-library', '/archives'])(
  'the titles of %s are links without JavaScript, and none of them in discreet mode',
  async (path) => {
    const { html } = await headOf(path);
    const text = /<noscript>([\s\S]*)<\/noscript>/.exec(html)?.[1] ?? '';

    for (const { item } of items)
      expect(text).toContain(
        `<li><a href="${mediaPath(item)}" lang="en" dir="auto">${item.title}, Meher Khan</a></li>`,
      );
    const discreet = await (await fixture.get(path, { cookie: 'discreet=1' })).text();
    expect(discreet).not.toContain('बरसात');
  },
);

it.each(mediaTypes)(
  'a plain link opens the page of a $label by its button only (BEY-05)',
  async ({ joined, page }) => {
    const id = `item-${joined}`;
    const shown = await fixture.get(`/s/${id}`);
    expect(await shown.text()).not.toContain('बरसात');
    const opened = await fetch(`${fixture.gateway.url}/s/${id}`, { method: 'POST', redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/${page}/${id}`]);
  },
);
