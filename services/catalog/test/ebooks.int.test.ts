import { anEvent } from '@satrangi/chassis/testing';
import { catalogSnapshotRequested } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft, liveIdsOf, pdfOf, refusal } from './boot-catalog.ts';

const mediaEvents = async (fixture: CatalogFixture): Promise<Record<string, unknown>[]> =>
  (await fixture.service.publishedEvents())
    .filter(({ type }) => type === 'catalog.media-changed.v1')
    .map(({ data }) => data as Record<string, unknown>);

describe('create', () => {
  it('publishes an eBook, sends ebook-created and publishes media-changed (CAT-22, CAT-40)', async () => {
    await using fixture = await bootCatalog();

    const made = await fixture.editor.createEbook({
      body: { ...draft, altTitle: 'Register', genres: ['Fiction'] },
    });

    const shown = await fixture.visitor.getEbook({ params: { id: made._id } });
    expect(made).toMatchObject(shown);
    expect(made).toMatchObject({
      mediaType: 'ebook',
      title: 'The Monsoon Register',
      formats: ['text'],
      format: 'text',
      collection: 'digital-library',
      featured: false,
      isForSale: false,
      fileId: null,
      downloadUrl: null,
    });
    expect(await liveIdsOf(fixture, 'ebook-created')).toEqual([made._id]);
    expect(await mediaEvents(fixture)).toMatchObject([
      { mediaId: made._id, version: 1, status: 'published', creator: 'Jerusha Pinto', file: null },
    ]);
  });

  it('is made once by a request that is repeated with its Idempotency-Key, also at the same time', async () => {
    await using fixture = await bootCatalog();
    const once = (key: string, title: string = draft.title) =>
      fixture.editor.createEbook({ body: { ...draft, title } }, { headers: { 'idempotency-key': key } });
    const [first, second] = await Promise.all([once('a'), once('a')]);
    await fixture.editor.updateEbook({
      params: { id: first._id },
      body: { ...draft, title: 'Renamed since' },
    });

    expect(second._id).toBe(first._id);
    expect(await once('a')).toMatchObject({ _id: first._id, title: 'Renamed since' });
    expect((await once('b'))._id).not.toBe(first._id);
    expect((await once('a', 'Another edition'))._id).not.toBe(first._id);
    const magazine = { ...draft, mediaType: 'magazine' as const };
    const other = await fixture.editor.createMagazine(
      { body: magazine },
      { headers: { 'idempotency-key': 'a' } },
    );
    expect(other.mediaType).toBe('magazine');
    expect(await liveIdsOf(fixture, 'ebook-created')).toHaveLength(3);
  });

  it('converts the missing price: USD 4.99 is ₹439, ₹299 is $3.40; without a price it is not for sale, 0 is free (CAT-19, CAT-20, CAT-47)', async () => {
    await using fixture = await bootCatalog();
    const price = async (priceINR: number | null, priceUSD: number | null) => {
      const made = await fixture.editor.createEbook({ body: { ...draft, priceINR, priceUSD } });
      const file = await pdfOf(3);
      const sold = await fixture.editor.uploadEbookFile({ params: { id: made._id }, files: { file } });
      return [sold.priceINR, sold.priceUSD, sold.isForSale, sold.isFree];
    };

    expect(await price(null, 4.99)).toEqual([439, 4.99, true, false]);
    expect(await price(299, null)).toEqual([299, 3.4, true, false]);
    expect(await price(null, null)).toEqual([null, null, false, false]);
    expect(await price(0, null)).toEqual([0, 0, false, true]);
  });

  it.each([
    ['a negative price', { priceINR: -1 }],
    ['a price that is not a number', { priceINR: 'ten' }],
    ['no title', { title: ' ' }],
    ['no description', { description: '' }],
    ['no author', { author: undefined }],
    ['no format', { format: undefined }],
  ])('%s is refused (CAT-21, CAT-25, CAT-26)', async (_, change) => {
    await using fixture = await bootCatalog();
    const body = JSON.parse(JSON.stringify({ ...draft, ...change }));

    expect((await refusal(fixture.editor.createEbook({ body }))).status).toBe(400);
  });

  it('is refused for visitors and readers (401, 403)', async () => {
    await using fixture = await bootCatalog();

    expect((await refusal(fixture.visitor.createEbook({ body: draft }))).status).toBe(401);
    expect((await refusal(fixture.reader('asha').createEbook({ body: draft }))).status).toBe(403);
  });

  it('is idempotent by slug, also for twenty concurrent imports', async () => {
    await using fixture = await bootCatalog();
    const body = { ...draft, slug: 'the-monsoon-register' };

    const made = await Promise.all(Array.from({ length: 20 }, () => fixture.editor.createEbook({ body })));

    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect((await fixture.visitor.listEbooks()).total).toBe(1);
    expect(await liveIdsOf(fixture, 'ebook-created')).toHaveLength(1);
  });
});

describe('update and delete', () => {
  it('replaces the fields, increases the version and sends ebook-updated (CAT-41)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id, createdAt } = await fixture.editor.createEbook({ body: draft });

    const after = await fixture.editor.updateEbook({
      params: { id },
      body: { ...draft, title: 'Late Register' },
    });

    expect(after).toMatchObject({ _id: id, title: 'Late Register', createdAt });
    expect(after).toMatchObject(await fixture.visitor.getEbook({ params: { id } }));
    expect(await liveIdsOf(fixture, 'ebook-updated')).toEqual([id]);
    expect((await mediaEvents(fixture)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('withdraws the item permanently and publishes media-changed (CAT-54)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });

    await fixture.editor.deleteEbook({ params: { id } });

    expect(await refusal(fixture.visitor.getEbook({ params: { id } }))).toMatchObject({
      status: 404,
      message: 'eBook not found',
    });
    expect((await fixture.visitor.listEbooks()).total).toBe(0);
    expect((await refusal(fixture.editor.deleteEbook({ params: { id } }))).status).toBe(404);
    expect(await liveIdsOf(fixture, 'ebook-deleted')).toEqual([id]);
    expect((await mediaEvents(fixture)).at(-1)).toMatchObject({ version: 2, status: 'withdrawn' });
  });

  it('keeps all of twenty concurrent edits: each version is published once and the last one is shown', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });

    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fixture.editor.updateEbook({ params: { id }, body: { ...draft, title: `Edition ${n}` } }),
      ),
    );

    const published = await mediaEvents(fixture);
    const versions = published.map(({ version }) => version).toSorted((a, b) => Number(a) - Number(b));
    expect(versions).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
    const newest = published.find(({ version }) => version === 21);
    expect((await fixture.visitor.getEbook({ params: { id } })).title).toBe(newest?.title);
  });
});

describe('the file', () => {
  it('has its pages counted, and is exposed by its revision only (CAT-41, CAT-48)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });

    const after = await fixture.editor.uploadEbookFile({ params: { id }, files: { file: await pdfOf(25) } });

    expect(after).toMatchObject({ pages: 25, previewPages: 2, downloadUrl: null });
    expect(after.fileId).toMatch(/^[0-9a-f]{16}$/);
    expect(after.previewUrl).toBe(`/api/ebooks/${id}/preview-limited`);
    expect(await liveIdsOf(fixture, 'ebook-pdf-updated')).toEqual([id]);
    const event = (await mediaEvents(fixture)).at(-1) as {
      file: { key: string; revision: string; bytes: number };
    };
    expect(event.file.revision).toBe(after.fileId);
    expect(await fixture.service.context.files.stat(event.file.key)).toEqual({ bytes: after.fileBytes });
    expect(JSON.stringify(await fixture.visitor.listEbooks())).not.toContain(event.file.key);
  });

  it('has a sample that begins at a page of it; without a start nothing says so', async () => {
    await using fixture = await bootCatalog();
    const plain = await fixture.editor.createEbook({ body: draft });
    expect(plain).not.toHaveProperty('sampleStart');
    expect(plain.draft).not.toHaveProperty('sampleStart');
    const body = { ...draft, flipbookPages: 8, sampleStart: 20 };
    const { _id: id } = await fixture.editor.createEbook({ body });
    const after = await fixture.editor.uploadEbookFile({ params: { id }, files: { file: await pdfOf(25) } });

    expect(after).toMatchObject({ sampleStart: 20, previewPages: 6, draft: { sampleStart: 20 } });
    expect((await mediaEvents(fixture)).at(-1)).toMatchObject({ sampleStart: 20, previewPages: 6 });
    expect((await fixture.visitor.getEbook({ params: { id } })).sampleStart).toBe(20);

    for (const sampleStart of [0, -1, 1.5, 10_001, '4'])
      expect(
        await refusal(
          // what the contract refuses, which the type of the body does not allow either
          fixture.editor.updateEbook({ params: { id }, body: { ...body, sampleStart } as never }),
        ),
      ).toMatchObject({ status: 400, message: 'The sample must begin at a page of the file' });
    expect(
      await refusal(fixture.editor.updateEbook({ params: { id }, body: { ...body, sampleStart: 26 } })),
    ).toMatchObject({ status: 400, message: 'The sample must begin at a page of the file, which has 25' });

    const shorter = await fixture.editor.uploadEbookFile({ params: { id }, files: { file: await pdfOf(9) } });
    expect(shorter).not.toHaveProperty('sampleStart');
    expect(shorter).toMatchObject({ previewPages: 8, draft: { sampleStart: 20 } });
  });

  it('may be downloaded by its buyers only after its editor has said so', async () => {
    await using fixture = await bootCatalog();
    const closed = await fixture.editor.createEbook({ body: draft });
    expect(closed).not.toHaveProperty('allowsDownload');
    expect(closed.draft).not.toHaveProperty('allowsDownload');
    expect((await mediaEvents(fixture)).at(-1)).not.toHaveProperty('allowsDownload');

    const params = { id: closed._id };
    const open = await fixture.editor.updateEbook({ params, body: { ...draft, allowsDownload: true } });
    expect(open).toMatchObject({ allowsDownload: true, draft: { allowsDownload: true } });
    expect(open.draftRevision).not.toBe(closed.draftRevision);
    expect((await fixture.visitor.getEbook({ params })).allowsDownload).toBe(true);
    expect((await mediaEvents(fixture)).at(-1)).toMatchObject({ allowsDownload: true });

    const again = await fixture.editor.updateEbook({ params, body: draft });
    expect(again).not.toHaveProperty('allowsDownload');
    expect((await mediaEvents(fixture)).at(-1)).not.toHaveProperty('allowsDownload');
  });

  it('of a free item has a public download (CAT-47)', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: { ...draft, priceINR: 0 } });

    const after = await fixture.editor.uploadEbookFile({ params: { id }, files: { file: await pdfOf(3) } });

    expect(after.downloadUrl).toBe(`/api/ebooks/${id}/pdf`);
    expect((await fixture.visitor.listFreeEbooks()).items.map(({ _id }) => _id)).toEqual([id]);
  });

  it('sent again changes and publishes nothing; another one replaces it', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });
    const file = await pdfOf(10);
    const first = await fixture.editor.uploadEbookFile({ params: { id }, files: { file } });

    const again = await fixture.editor.uploadEbookFile({ params: { id }, files: { file } });
    const other = await fixture.editor.uploadEbookFile({
      params: { id },
      files: { file: await pdfOf(11, 'Second edition') },
    });

    expect(again).toEqual(first);
    expect(other.fileId).not.toBe(first.fileId);
    expect(await liveIdsOf(fixture, 'ebook-pdf-updated')).toHaveLength(2);
  });

  it.each([
    ['an executable called book.pdf', () => new Blob(['MZ\u0090\u0000 this program']), /Invalid file type/],
    ['an empty file', () => new Blob([]), /Invalid file type/],
    ['HTML', () => new Blob(['<html>%PDF-1.7</html>']), /Invalid file type/],
    ['a broken PDF', () => new Blob(['%PDF-1.7\nhello there']), /can not be read/],
  ])('%s is refused with a clear 400 (attack S29)', async (_, makeFile, sentence) => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });

    const answer = await refusal(
      fixture.editor.uploadEbookFile({ params: { id }, files: { file: makeFile() } }),
    );

    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(sentence);
  });

  it('of an unknown item answers 404, and a missing file 400', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createEbook({ body: draft });
    const file = await pdfOf(1);

    expect(
      (await refusal(fixture.editor.uploadEbookFile({ params: { id: 'none' }, files: { file } }))).status,
    ).toBe(404);
    expect((await refusal(fixture.editor.uploadEbookFile({ params: { id }, files: {} }))).status).toBe(400);
  });
});

it('a snapshot request republishes every item, including withdrawn ones, once per request', async () => {
  await using fixture = await bootCatalog();
  const { _id: kept } = await fixture.editor.createEbook({ body: draft });
  const { _id: gone } = await fixture.editor.createEbook({ body: draft });
  await fixture.editor.deleteEbook({ params: { id: gone } });
  const before = (await mediaEvents(fixture)).length;
  const request = anEvent(catalogSnapshotRequested, { data: { by: 'payments' } });

  await fixture.service.deliver(request);
  await fixture.service.deliver(request);

  const again = (await mediaEvents(fixture)).slice(before);
  expect(again.map(({ mediaId, version, status }) => [mediaId, version, status]).toSorted()).toEqual(
    [
      [kept, 1, 'published'],
      [gone, 2, 'withdrawn'],
    ].toSorted(),
  );
});
