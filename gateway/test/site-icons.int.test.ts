/** Icons and manifest: what bookmarks and home screens show of the site. */
import { copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DISCREET_TITLE,
  isPreviewImage,
  mediaTypes,
  previewImage,
  storefrontPages,
} from '@satrangi/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Fixture, startFixture } from './fixture.ts';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
let dist: string;
let fixture: Fixture;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'icons-'));
  await cp(join(web, 'public'), dist, { recursive: true });
  await copyFile(join(web, 'index.html'), join(dist, 'index.html'));
  fixture = await startFixture({ WEB_DIST: dist });
});
afterAll(async () => {
  await fixture?.[Symbol.asyncDispose]();
  await rm(dist, { recursive: true, force: true });
});

const fetched = async (path: string) => {
  const response = await fixture.get(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
};
/** Width and height in the header of a PNG. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

const Manifest = z.object({
  name: z.string(),
  short_name: z.string(),
  start_url: z.literal('/'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
});

it('the favicon is an ICO of three sizes, the icon of home screens a PNG without transparency', async () => {
  const ico = await fetched('/favicon.ico');
  expect([ico.status, ico.type, ico.bytes.readUInt16LE(2), ico.bytes.readUInt16LE(4)]).toEqual([
    200,
    'image/x-icon',
    1,
    3,
  ]);
  const apple = await fetched('/apple-touch-icon.png');
  expect([apple.status, apple.type, sizeOf(apple.bytes)]).toEqual([200, 'image/png', '180x180']);
  for (const svg of ['/icon.svg', '/icon-plain.svg'])
    expect([svg, (await fetched(svg)).type]).toEqual([svg, 'image/svg+xml']);
});

it('the manifest has a neutral name and icons that exist in the sizes it names', async () => {
  const { status, type, bytes } = await fetched('/manifest.webmanifest');
  expect([status, type]).toEqual([200, 'application/manifest+json; charset=utf-8']);
  const manifest = Manifest.parse(JSON.parse(bytes.toString('utf8')));

  expect(manifest.name).toBe(DISCREET_TITLE);
  expect(bytes.toString('utf8')).not.toMatch(/satrangi|queer|lgbt|pride|gay|trans/i);
  for (const { src, sizes, type: named } of manifest.icons) {
    const icon = await fetched(src);
    expect([src, icon.status, icon.type]).toEqual([src, 200, named]);
    if (named === 'image/png') expect([src, sizeOf(icon.bytes)]).toEqual([src, sizes]);
  }
});

it.each([...mediaTypes.map(({ joined }) => joined), 'blog', 'page', 'run'] as const)(
  'the preview image of %s is a PNG of 1200 by 630',
  async (kind) => {
    const { status, type, bytes } = await fetched(previewImage(kind));
    expect([status, type, sizeOf(bytes)]).toEqual([200, 'image/png', '1200x630']);
    expect(bytes.byteLength).toBeLessThan(60_000);
  },
);

it('every indexed page has a preview image, also while its item is missing', () => {
  const site = { name: 'House', origin: 'https://house.test', tagline: 'Stories', email: 'a@house.test' };
  const without = storefrontPages
    .map(({ path, head }) => ({ path, head: head(site) }))
    .filter(({ head }) => head.isIndexed && !isPreviewImage(head.image ?? ''));
  expect(without.map(({ path }) => path)).toEqual([]);
});

it('icons and preview images may change: they are not cached for a year', async () => {
  for (const path of ['/apple-touch-icon.png', '/icon-maskable-512.png', previewImage('shortfilm')])
    expect([path, (await fixture.get(path)).headers.get('cache-control')]).toEqual([
      path,
      'public, max-age=3600',
    ]);
});

it('every page names them, and a missing one is no page', async () => {
  const html = await readFile(join(web, 'index.html'), 'utf8');
  const named = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );

  expect(named).toEqual(['/favicon.ico', '/icon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']);
  for (const path of named) expect([path, (await fetched(path)).status]).toEqual([path, 200]);
  for (const path of ['/other.ico', '/other.webmanifest'])
    expect([path, (await fetched(path)).type]).toEqual([path, expect.stringContaining('json')]);
});
