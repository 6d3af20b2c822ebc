import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { loadImage } from '@napi-rs/canvas';
import { signText } from '@satrangi/chassis';
import { pngOf, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import {
  itemPreviewImage,
  POST_CARD_PURPOSE,
  type PostCard,
  type PreviewedItem,
  postCardText,
  postPreviewImage,
  previewSize,
} from '@satrangi/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft, filmDraft } from './boot-catalog.ts';

const cover = { motif: 'moon', ground: 'neel', figure: 'haldi', accent: 'anaar' } as const;
const HOUR_MS = 60 * 60_000;

let dataDir: string;
let fixture: CatalogFixture;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'satrangi-previews-'));
  fixture = await bootCatalog({ env: { DATA_DIR: dataDir } });
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const publish = (body: object = {}) => fixture.editor.createEbook({ body: { ...draft, cover, ...body } });
const addressOf = (item: PreviewedItem): string =>
  fixture.service.url + itemPreviewImage(item).slice('/api'.length);
const get = (url: string): Promise<Response> => fetch(url, { redirect: 'manual' });
const bytesOf = async (item: PreviewedItem): Promise<Buffer> =>
  Buffer.from(await (await get(addressOf(item))).arrayBuffer());
const folder = (): string => join(dataDir, 'files/own/catalog');
const storedImages = async (): Promise<string[]> =>
  (await readdir(folder()).catch(() => [])).filter((name) => name.endsWith('.jpg'));

it('is a JPEG of 1200 by 630, immutable under its revision', async () => {
  const item = await publish();

  const response = await get(addressOf(item));
  const bytes = Buffer.from(await response.arrayBuffer());
  const image = await loadImage(bytes);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect([image.width, image.height]).toEqual([previewSize.width, previewSize.height]);
  expect(bytes.byteLength).toBeLessThan(150_000);
  const [bare = ''] = addressOf(item).split('?');
  for (const other of [bare, `${bare}?v=old`])
    expect((await get(other)).headers.get('cache-control')).toBe('public, max-age=300');
  const etag = response.headers.get('etag') ?? '';
  expect((await fetch(addressOf(item), { headers: { 'if-none-match': etag } })).status).toBe(304);
});

it('differs by title, creator, cover and kind', async () => {
  const items = [
    await publish(),
    await publish({ title: 'بارش کا رجسٹر', language: 'ur' }),
    await publish({ author: 'Meher Khan' }),
    await publish({ cover: { ...cover, motif: 'kite' } }),
    await publish({ cover: null }),
    await fixture.editor.createShortFilm({ body: { ...filmDraft, title: draft.title, cover: null } }),
  ];

  const images = await Promise.all(items.map(bytesOf));

  expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(items.length);
});

it('is drawn once: later and concurrent requests get the same file', async () => {
  const item = await publish();

  const images = await Promise.all(Array.from({ length: 20 }, () => bytesOf(item)));
  const [name = ''] = await storedImages();
  const { mtimeMs } = await stat(join(folder(), name));
  images.push(await bytesOf(item));

  expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(1);
  expect(await storedImages()).toEqual([name]);
  expect((await stat(join(folder(), name))).mtimeMs).toBe(mtimeMs);
});

it('of a withdrawn item answers like that of an unknown one (P92)', async () => {
  const item = await publish();
  expect((await get(addressOf(item))).status).toBe(200);

  await fixture.editor.deleteEbook({ params: { id: item._id } });

  const answers = await Promise.all(
    [addressOf(item), addressOf(item).replace(item._id, 'unknown')].map(async (url) => {
      const response = await get(url);
      const { requestId: _id, ...body } = (await response.json()) as { requestId: string };
      return { status: response.status, body, cacheControl: response.headers.get('cache-control') };
    }),
  );
  expect(answers[0]?.status).toBe(404);
  expect(answers[1]).toEqual(answers[0]);
});

it('is that of its kind, and not cached, while too many images wait', async () => {
  const items = await Promise.all(
    Array.from({ length: 14 }, (_, number) => publish({ title: `Ledger ${number}` })),
  );

  const responses = await Promise.all(items.map((item) => get(addressOf(item))));
  const redirected = responses.filter(({ status }) => status === 302);

  // one is drawn while eight wait
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(9);
  expect(redirected.length).toBeGreaterThan(0);
  for (const { headers } of redirected) {
    expect(headers.get('location')).toBe('/preview-ebook.png');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  for (const item of items) expect((await get(addressOf(item))).status).toBe(200);
});

it('changes its address with the title, and images of former titles are removed after an hour', async () => {
  const before = await publish();
  await bytesOf(before);
  const [former] = await storedImages();

  const after = await fixture.editor.updateEbook({
    params: { id: before._id },
    body: { ...draft, cover, title: 'The Winter Register' },
  });
  expect(addressOf(after)).not.toBe(addressOf(before));
  expect((await get(addressOf(before))).headers.get('cache-control')).toBe('public, max-age=300');

  await fixture.service.runJob('tidy-preview-images');
  expect(await storedImages()).toHaveLength(2);
  fixture.service.clock.advance(2 * HOUR_MS);
  await fixture.service.runJob('tidy-preview-images');
  expect(await storedImages()).toHaveLength(1);
  expect(await storedImages()).not.toContain(former);
});

const chunk = (type: string, content: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
};

/** A black PNG that decoders read, with one bit for each pixel. */
const blackPng = (width: number, height: number): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
};

it('shows the uploaded picture, but none of more than 24 megapixels or with broken bytes', async () => {
  const withPicture = async (content: Uint8Array<ArrayBuffer>) => {
    const { _id: id } = await publish();
    return bytesOf(
      await fixture.editor.uploadEbookThumbnail({
        params: { id },
        files: { thumbnail: new Blob([content], { type: 'image/png' }) },
      }),
    );
  };
  const plain = await bytesOf(await publish());

  const shown = await withPicture(blackPng(320, 512));
  const large = await withPicture(blackPng(6_000, 4_001));
  const broken = await withPicture(pngOf(320, 512));

  expect(shown.equals(plain)).toBe(false);
  expect([large.equals(plain), broken.equals(plain)]).toEqual([true, true]);
});

const post: PostCard = { id: 'rain-abc', title: 'बरसात और पुल', author: 'Meher Khan' };
const postAddress = (card: PostCard, secret = TEST_INTERNAL_SECRET, purpose = POST_CARD_PURPOSE): string =>
  fixture.service.url + postPreviewImage(signText(secret, purpose, postCardText(card))).slice('/api'.length);

it('of a post is a JPEG of 1200 by 630 that differs by its drawing, title and author', async () => {
  const cards = [
    post,
    { ...post, id: 'river-def' },
    { ...post, title: 'The bridge' },
    { ...post, author: 'Tara' },
    // as long as an editor may write them
    { id: `a-${'b'.repeat(118)}`, title: 'बरसात '.repeat(33), author: 'ठाकुर '.repeat(33) },
  ];

  const responses = await Promise.all(cards.map((card) => get(postAddress(card))));
  const images = await Promise.all(
    responses.map(async (response) => Buffer.from(await response.arrayBuffer())),
  );

  for (const { status, headers } of responses)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ]);
  const { width, height } = await loadImage(images[0] ?? Buffer.alloc(0));
  expect([width, height]).toEqual([previewSize.width, previewSize.height]);
  expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(cards.length);
  expect(await storedImages()).toHaveLength(cards.length);
});

it('of a post is drawn for addresses of the gateway only: nobody else writes texts on it', async () => {
  const right = postAddress(post);
  const forged = Buffer.from(postCardText({ ...post, title: 'Send your password to …' })).toString(
    'base64url',
  );
  for (const address of [
    postAddress(post, 'another-secret-of-somebody'),
    postAddress(post, TEST_INTERNAL_SECRET, 'another-purpose'),
    right.replace(/[^/]+(?=\.[\w-]+$)/, forged),
    right.slice(0, right.lastIndexOf('.')),
    `${right}x`,
    `${fixture.service.url}/preview-cards/x`,
  ])
    expect([address, (await get(address)).status]).toEqual([address, 404]);
  expect(await storedImages()).toEqual([]);
});

it('is sent while the file of a post is removed', async () => {
  const statuses: number[] = [];
  const read = async () => {
    const response = await get(postAddress(post));
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')));
    statuses.push(response.status);
  };
  for (let turn = 0; turn < 20; turn += 1) {
    await read();
    fixture.service.clock.advance(2 * HOUR_MS);
    // some before, some after the removal
    const reads = Array.from({ length: 6 }, (_, at) => sleep(at).then(read));
    await Promise.all([...reads, fixture.service.runJob('tidy-preview-images')]);
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
