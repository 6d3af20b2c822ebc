import { jpgOf, pngOf } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft, filmDraft, refusal } from './boot-catalog.ts';

const upload = (content: Uint8Array<ArrayBuffer>) => ({
  thumbnail: new Blob([content], { type: 'image/png' }),
});
const send = (fixture: CatalogFixture, id: string, content: Uint8Array<ArrayBuffer>) =>
  fixture.editor.uploadEbookThumbnail({ params: { id }, files: upload(content) });

describe('the thumbnail', () => {
  it('is a JPEG or PNG by its bytes, and immutable under its revision (CAT-10, CAT-31)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: { ...draft, priceINR: 0 } });

    const after = await send(fixture, id, pngOf(320, 512));

    expect(after.warnings).toEqual([]);
    expect(after.thumbnailUrl).toMatch(new RegExp(`^/api/ebooks/${id}/thumbnail\\?v=[0-9a-f]{16}$`));
    expect([after.coverUrl, after.coverImage]).toEqual([after.thumbnailUrl, after.thumbnailUrl]);
    const url = `${fixture.service.url}${after.thumbnailUrl?.slice(4)}`;
    const shown = await fetch(url);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(pngOf(320, 512));
    const etag = shown.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const bare = await fetch(url.split('?')[0] ?? '');
    expect([bare.status, bare.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);

    const other = await send(fixture, id, jpgOf(800, 500));
    expect(other.thumbnailUrl).not.toBe(after.thumbnailUrl);
    const event = (await fixture.service.publishedEvents()).at(-1)?.data;
    expect(event).toMatchObject({ thumbnailUrl: other.thumbnailUrl });
  });

  it('that is large or not about 1.6:1 is accepted with a warning (CAT-56)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: { ...draft, priceINR: 0 } });

    expect((await send(fixture, id, pngOf(400, 400))).warnings).toEqual([expect.stringContaining('1.6:1')]);
    const heavy = await send(fixture, id, pngOf(400, 640, 600_000));
    expect(heavy.warnings).toEqual([expect.stringContaining('500KB')]);
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML with a JPEG signature', Buffer.from('\xff\xd8<html><script>alert(1)</script>', 'latin1')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['a PNG of zero size', Buffer.from(pngOf(0, 0))],
    ['an executable', Buffer.from('MZ\x90\x00')],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is refused, whatever its name (CAT-31, attack S29)', async (_name, content) => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });

    expect(await refusal(send(fixture, id, new Uint8Array(content)))).toMatchObject({
      status: 400,
      message: 'Thumbnail must be a JPG or PNG image.',
    });
    expect((await fixture.visitor.getEbook({ params: { id } })).thumbnailUrl).toBeNull();
  });

  it('over 5 MB is refused, and uploads of readers and visitors are refused (CAT-56, S6)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });
    const files = upload(pngOf(320, 512));

    expect(await refusal(send(fixture, id, pngOf(320, 512, 5_300_000)))).toMatchObject({
      status: 413,
      message: 'File too large. Maximum size is 5MB.',
    });
    expect(
      (await refusal(fixture.reader('asha').uploadEbookThumbnail({ params: { id }, files }))).status,
    ).toBe(403);
    expect((await refusal(fixture.visitor.uploadEbookThumbnail({ params: { id }, files }))).status).toBe(401);
    expect(
      (await refusal(fixture.editor.uploadEbookThumbnail({ params: { id: 'none' }, files }))).status,
    ).toBe(404);
  });

  it('of a film has its own route and stays available when the film is withdrawn (CAT-54)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createShortFilm({ body: filmDraft });

    const after = await fixture.editor.uploadShortFilmThumbnail({
      params: { id },
      files: upload(jpgOf(512, 320)),
    });
    await fixture.editor.deleteShortFilm({ params: { id } });

    const url = `${fixture.service.url}${after.thumbnailUrl?.slice(4)}`;
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg');
    expect((await fetch(url.replace('/shortfilms/', '/documentaries/'))).status).toBe(404);
    expect((await fetch(`${fixture.service.url}/shortfilms/none/thumbnail`)).status).toBe(404);
  });

  it('of an item without one is the logo, also when the item is withdrawn (CAT-10, ADM-13)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id, thumbnailUrl } = await fixture.editor.createDocumentary({ body: filmDraft });
    const url = `${fixture.service.url}/documentaries/${id}/thumbnail`;

    const shown = await fetch(url);
    const image = await shown.text();

    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=300');
    expect(image).toMatch(/^<svg [^>]*width="640" height="400"/);
    expect(image).not.toContain('<script');
    expect(thumbnailUrl).toBeNull();
    await fixture.editor.deleteDocumentary({ params: { id } });
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace(id, 'none'))).status).toBe(404);
    expect((await fetch(url.replace('documentaries', 'ebooks'))).status).toBe(404);
  });

  it('given as an external URL is visible to editors only, and an upload replaces it', async () => {
    await using fixture = await bootCatalog();
    const address = 'https://pictures.example/cover.jpg';

    const made = await fixture.editor.createEbook({ body: { ...draft, priceINR: 0, thumbnailUrl: address } });
    const { _id: id } = made;

    expect(made.draft.thumbnailUrl).toBe(address);
    expect(made.warnings).toEqual([expect.stringContaining('Upload the picture')]);
    expect((await fixture.visitor.getEbook({ params: { id } })).thumbnailUrl).toBeNull();
    const shown = await send(fixture, id, pngOf(320, 200));
    expect(shown.warnings).toEqual([]);
    // A form that sends the full item back contains the URL of the stored thumbnail.
    const saved = await fixture.editor.updateEbook({
      params: { id },
      body: { ...draft, thumbnailUrl: shown.thumbnailUrl },
    });
    expect(saved.thumbnailUrl).toBe(shown.thumbnailUrl);
    expect(saved.draft.thumbnailUrl).toBeUndefined();
    const bad = fixture.editor.createEbook({ body: { ...draft, thumbnailUrl: 'javascript:alert(1)' } });
    expect((await refusal(bad)).status).toBe(400);
  });
});
