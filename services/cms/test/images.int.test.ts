/** Pictures for sections, posts and letters: upload, cleaning, delivery. */
import {
  anEvent,
  gifWithComments,
  jpgOf,
  pngOf,
  testUser,
  tokenOf,
  webpWithMetadata,
} from '@satrangi/chassis/testing';
import { userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { adminUser, bootCms } from './boot-cms.ts';
import { download, upload } from './upload.ts';

describe('an uploaded picture', () => {
  it.each([
    ['png', pngOf(30, 20), 'image/png', [30, 20]],
    ['jpg', jpgOf(30, 20), 'image/jpeg', [30, 20]],
    ['webp', webpWithMetadata(), 'image/webp', [16, 8]],
    ['gif', gifWithComments(), 'image/gif', [6, 4]],
  ])(
    '%s is stored without metadata under a random name (CMS-10, CMS-36)',
    async (ending, bytes, type, size) => {
      await using cms = await bootCms();
      const { status, body } = await upload(cms, bytes, { name: '../../x.svg' });

      expect([status, body.width, body.height]).toEqual([201, ...size]);
      expect(body.url).toMatch(new RegExp(`^/api/cms/images/[\\w-]{22}\\.${ending}$`));
      const answer = await download(cms, body.url);
      const { headers } = answer;
      expect([answer.status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
        200,
        type,
        'nosniff',
      ]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(Buffer.from(await answer.arrayBuffer()).includes('canary')).toBe(false);
      const again = await download(cms, body.url, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    },
  );

  it('stays in saved sections, posts and letters', async () => {
    await using cms = await bootCms();
    const { url } = (await upload(cms, pngOf(3, 2))).body;
    const content = `<p><img src="${url}" alt="A river" /></p>`;

    expect((await cms.editor.saveSection({ body: { key: 'about.x', content } })).content).toBe(content);
    const post = { title: 'T', author: 'A', content, image: String(url) };
    expect(await cms.editor.createBlog({ body: post })).toMatchObject({ content, image: url });
    expect((await cms.editor.createLetter({ body: { subject: 'S', content } })).content).toBe(content);
  });

  it('twice has two names, each with bytes of its own that can be removed', async () => {
    await using cms = await bootCms();
    await Promise.all([1, 2].map(() => upload(cms, pngOf(3, 2))));
    const images = await cms.service.internals.store.connection.collection('images').find().toArray();

    expect(new Set(images.map(({ _id }) => _id)).size).toBe(2);
    expect(images.map(({ isOwn }) => isOwn)).toEqual([true, true]);
  });
});

describe('refused with a clear answer (CMS-36)', () => {
  it.each([
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      400,
      'Image must be a JPG, PNG, WebP or GIF file.',
    ],
    ['HTML named .png', '<script>alert(1)</script>', 400, 'Image must be a JPG, PNG, WebP or GIF file.'],
    ['an empty file', '', 400, 'Image must be a JPG, PNG, WebP or GIF file.'],
    ['a truncated picture', pngOf(30, 20).slice(0, 20), 400, 'Image must be a JPG, PNG, WebP or GIF file.'],
    ['too many pixels', pngOf(12_001, 1), 400, 'Image can be at most 12000 pixels wide and high.'],
    ['more than 5 MB', pngOf(30, 20, 5 * 1024 * 1024), 413, 'File too large. Maximum size is 5MB.'],
    ['no file', null, 400, 'Choose a JPG, PNG, WebP or GIF image'],
  ])('%s', async (_what, bytes, status, message) => {
    await using cms = await bootCms();
    const refused = await upload(cms, bytes);

    expect([refused.status, refused.body.message]).toEqual([status, message]);
    expect(await cms.service.internals.store.connection.collection('images').countDocuments()).toBe(0);
  });

  it('other callers, other fields and other names', async () => {
    await using cms = await bootCms();
    expect((await upload(cms, pngOf(3, 2), { token: tokenOf(testUser()) })).status).toBe(403);
    expect((await upload(cms, pngOf(3, 2), { token: 'x' })).status).toBe(401);
    expect((await upload(cms, pngOf(3, 2), { field: 'file' })).status).toBe(400);
    for (const name of ['unknown.png', '..%2f..%2fetc%2fpasswd', 'a.png%00', 'x'])
      expect((await download(cms, `/cms/images/${name}`)).status).toBeGreaterThanOrEqual(400);
    expect((await download(cms, '/cms/images/unknown.png')).status).toBe(404);
  });
});

it('an erased editor leaves pictures without a name', async () => {
  await using cms = await bootCms();
  const { url } = (await upload(cms, pngOf(3, 2))).body;
  expect((await cms.editor.exportMine()).images).toMatchObject([{ url }]);
  await cms.service.deliver(anEvent(userDeleted, { data: { userId: adminUser.userId } }));

  const images = await cms.service.internals.store.connection.collection('images').find().toArray();
  expect(images.map(({ by }) => by)).toEqual([null]);
  expect((await download(cms, url)).status).toBe(200);
});
