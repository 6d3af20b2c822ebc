import { anEvent } from '@satrangi/chassis/testing';
import { catalogSnapshotRequested } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, type House, pdfOf, refusal, saidOf } from './house.ts';

const facts = async (house: House): Promise<Record<string, unknown>[]> =>
  (await house.service.announced())
    .filter(({ type }) => type === 'catalog.media-changed.v1')
    .map(({ data }) => data as Record<string, unknown>);

describe('create', () => {
  it('puts an eBook on the shelf, says ebook-created and tells the other services (CAT-22, CAT-40)', async () => {
    await using house = await bootCatalog();

    const made = await house.editor.createEbook({
      body: { ...draft, altTitle: 'Register', genres: ['Fiction'] },
    });

    const shown = await house.visitor.getEbook({ params: { id: made._id } });
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
    expect(await saidOf(house, 'ebook-created')).toEqual([made._id]);
    expect(await facts(house)).toMatchObject([
      { mediaId: made._id, version: 1, status: 'published', creator: 'Jerusha Pinto', file: null },
    ]);
  });

  it('fills the missing price: USD 4.99 is ₹439, ₹299 is $3.40; none stays not for sale, 0 is free (CAT-19, CAT-20, CAT-47)', async () => {
    await using house = await bootCatalog();
    const price = async (priceINR: number | null, priceUSD: number | null) => {
      const made = await house.editor.createEbook({ body: { ...draft, priceINR, priceUSD } });
      const file = await pdfOf(3);
      const sold = await house.editor.uploadEbookFile({ params: { id: made._id }, files: { file } });
      return [sold.priceINR, sold.priceUSD, sold.isForSale, sold.isFree];
    };

    expect(await price(null, 4.99)).toEqual([439, 4.99, true, false]);
    expect(await price(299, null)).toEqual([299, 3.4, true, false]);
    expect(await price(null, null)).toEqual([null, null, false, false]);
    expect(await price(0, null)).toEqual([0, 0, false, true]);
  });

  it.each([
    ['a negative price', { priceINR: -1 }],
    ['a price that is no number', { priceINR: 'ten' }],
    ['no title', { title: ' ' }],
    ['no description', { description: '' }],
    ['no author', { author: undefined }],
    ['no format', { format: undefined }],
  ])('%s is refused (CAT-21, CAT-25, CAT-26)', async (_, change) => {
    await using house = await bootCatalog();
    const body = JSON.parse(JSON.stringify({ ...draft, ...change }));

    expect((await refusal(house.editor.createEbook({ body }))).status).toBe(400);
  });

  it('visitors and readers may not (401, 403)', async () => {
    await using house = await bootCatalog();

    expect((await refusal(house.visitor.createEbook({ body: draft }))).status).toBe(401);
    expect((await refusal(house.reader('asha').createEbook({ body: draft }))).status).toBe(403);
  });

  it('a known slug answers the first item, also when twenty imports run at once', async () => {
    await using house = await bootCatalog();
    const body = { ...draft, slug: 'the-monsoon-register' };

    const made = await Promise.all(Array.from({ length: 20 }, () => house.editor.createEbook({ body })));

    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect((await house.visitor.listEbooks()).total).toBe(1);
    expect(await saidOf(house, 'ebook-created')).toHaveLength(1);
  });
});

describe('update and delete', () => {
  it('replaces the fields, raises the version and says ebook-updated (CAT-41)', async () => {
    await using house = await bootCatalog();
    const { _id: id, createdAt } = await house.editor.createEbook({ body: draft });

    const after = await house.editor.updateEbook({
      params: { id },
      body: { ...draft, title: 'Late Register' },
    });

    expect(after).toMatchObject({ _id: id, title: 'Late Register', createdAt });
    expect(after).toMatchObject(await house.visitor.getEbook({ params: { id } }));
    expect(await saidOf(house, 'ebook-updated')).toEqual([id]);
    expect((await facts(house)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('takes the item off the shelf for good and tells the other services (CAT-54)', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createEbook({ body: draft });

    await house.editor.deleteEbook({ params: { id } });

    expect(await refusal(house.visitor.getEbook({ params: { id } }))).toEqual({
      status: 404,
      message: 'eBook not found',
    });
    expect((await house.visitor.listEbooks()).total).toBe(0);
    expect((await refusal(house.editor.deleteEbook({ params: { id } }))).status).toBe(404);
    expect(await saidOf(house, 'ebook-deleted')).toEqual([id]);
    expect((await facts(house)).at(-1)).toMatchObject({ version: 2, status: 'withdrawn' });
  });

  it('twenty edits at once all count: no version is said twice and the last one is shown', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createEbook({ body: draft });

    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        house.editor.updateEbook({ params: { id }, body: { ...draft, title: `Edition ${n}` } }),
      ),
    );

    const said = await facts(house);
    const versions = said.map(({ version }) => version).toSorted((a, b) => Number(a) - Number(b));
    expect(versions).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
    const newest = said.find(({ version }) => version === 21);
    expect((await house.visitor.getEbook({ params: { id } })).title).toBe(newest?.title);
  });
});

describe('the file', () => {
  it('is a PDF: counted, kept, named by its revision, never by its address (CAT-41, CAT-48)', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createEbook({ body: draft });

    const after = await house.editor.uploadEbookFile({ params: { id }, files: { file: await pdfOf(25) } });

    expect(after).toMatchObject({ pages: 25, previewPages: 2, downloadUrl: null });
    expect(after.fileId).toMatch(/^[0-9a-f]{16}$/);
    expect(after.previewUrl).toBe(`/api/ebooks/${id}/preview-limited`);
    expect(await saidOf(house, 'ebook-pdf-updated')).toEqual([id]);
    const told = (await facts(house)).at(-1) as { file: { key: string; revision: string; bytes: number } };
    expect(told.file.revision).toBe(after.fileId);
    expect(await house.service.kit.files.stat(told.file.key)).toEqual({ bytes: after.fileBytes });
    expect(JSON.stringify(await house.visitor.listEbooks())).not.toContain(told.file.key);
  });

  it('of a free item may be downloaded by everyone (CAT-47)', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createEbook({ body: { ...draft, priceINR: 0 } });

    const after = await house.editor.uploadEbookFile({ params: { id }, files: { file: await pdfOf(3) } });

    expect(after.downloadUrl).toBe(`/api/ebooks/${id}/pdf`);
    expect((await house.visitor.listFreeEbooks()).items.map(({ _id }) => _id)).toEqual([id]);
  });

  it('sent again changes nothing and says nothing; another one replaces it', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createEbook({ body: draft });
    const file = await pdfOf(10);
    const first = await house.editor.uploadEbookFile({ params: { id }, files: { file } });

    const again = await house.editor.uploadEbookFile({ params: { id }, files: { file } });
    const other = await house.editor.uploadEbookFile({
      params: { id },
      files: { file: await pdfOf(11, 'Second edition') },
    });

    expect(again).toEqual(first);
    expect(other.fileId).not.toBe(first.fileId);
    expect(await saidOf(house, 'ebook-pdf-updated')).toHaveLength(2);
  });

  it.each([
    ['a program called book.pdf', () => new Blob(['MZ\u0090\u0000 this program']), /Invalid file type/],
    ['nothing', () => new Blob([]), /Invalid file type/],
    ['a page of HTML', () => new Blob(['<html>%PDF-1.7</html>']), /Invalid file type/],
    ['a broken PDF', () => new Blob(['%PDF-1.7\nhello there']), /can not be read/],
  ])('%s is refused with a clear 400 (attack S29)', async (_, makeFile, sentence) => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createEbook({ body: draft });

    const answer = await refusal(
      house.editor.uploadEbookFile({ params: { id }, files: { file: makeFile() } }),
    );

    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(sentence);
  });

  it('of an item that is not there is 404, without a file 400', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createEbook({ body: draft });
    const file = await pdfOf(1);

    expect(
      (await refusal(house.editor.uploadEbookFile({ params: { id: 'none' }, files: { file } }))).status,
    ).toBe(404);
    expect((await refusal(house.editor.uploadEbookFile({ params: { id }, files: {} }))).status).toBe(400);
  });
});

it('a service that starts with an empty memory hears every item again, withdrawn ones too, once for each request', async () => {
  await using house = await bootCatalog();
  const { _id: kept } = await house.editor.createEbook({ body: draft });
  const { _id: gone } = await house.editor.createEbook({ body: draft });
  await house.editor.deleteEbook({ params: { id: gone } });
  const before = (await facts(house)).length;
  const request = anEvent(catalogSnapshotRequested, { data: { by: 'payments' } });

  await house.service.deliver(request);
  await house.service.deliver(request);

  const again = (await facts(house)).slice(before);
  expect(again.map(({ mediaId, version, status }) => [mediaId, version, status]).toSorted()).toEqual(
    [
      [kept, 1, 'published'],
      [gone, 2, 'withdrawn'],
    ].toSorted(),
  );
});
