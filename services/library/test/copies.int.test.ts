import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { libraryApi } from '@satrangi/contracts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { extractCode, plainWatermark, watermarkOf, watermarkWithCode } from '../src/pdf/watermark-pdf.ts';
import { bootLibrary, mediaOf, paid, stored } from './boot-library.ts';
import { leakyBook } from './leaky-book.ts';

const CODE = '0123456789abcdef0123456789abcdef';

/** Opens the PDF strictly, through its cross-reference tables, and reads every page. @returns the page count */
const pagesOf = async (pdf: Uint8Array): Promise<number> => {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, stopAtErrors: true });
  const document = await task.promise;
  for (let page = 1; page <= document.numPages; page += 1)
    await (await document.getPage(page)).getTextContent();
  const { numPages } = document;
  await task.destroy();
  return numPages;
};

const saved = async (useObjectStreams: boolean): Promise<Buffer> => {
  const pdf = await PDFDocument.load(await leakyBook(6));
  return Buffer.from(await pdf.save({ useObjectStreams }));
};
const appended = async (): Promise<Buffer> => {
  const pdf = await PDFDocument.load(await saved(true), { forIncrementalUpdate: true });
  pdf.setTitle('Second edition');
  return Buffer.from(await pdf.save());
};
const encrypted = async (): Promise<Buffer> => {
  const pdf = await PDFDocument.load(await leakyBook(6));
  pdf.encrypt({ userPassword: '', ownerPassword: 'owner' });
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
};

describe('watermarkOf', () => {
  it.each([
    ['with a cross-reference table', () => saved(false)],
    ['with object streams', () => saved(true)],
    ['with an incremental update', appended],
    ['encrypted without a password', encrypted],
    ['after other bytes', async () => Buffer.concat([Buffer.from('MIME line\n'), await saved(false)])],
  ])('of a PDF %s keeps the file readable, and its code can be extracted', async (_name, make) => {
    const book = await make();
    const watermark = watermarkWithCode(await watermarkOf(book), CODE);
    expect(watermark.length).toBeGreaterThan(plainWatermark().length);
    expect(watermark.length).toBeLessThan(2_000);
    const copy = Buffer.concat([book, watermark]);

    expect(await pagesOf(copy)).toBe(6);
    expect(await extractCode(copy)).toBe(CODE);
  });

  it.each([true, false])(
    'survives a rewrite of the file by another program (object streams: %s)',
    async (useObjectStreams) => {
      const book = await saved(!useObjectStreams);
      const copy = Buffer.concat([book, watermarkWithCode(await watermarkOf(book), CODE)]);
      const rewritten = await (await PDFDocument.load(copy)).save({ useObjectStreams });

      expect(Buffer.from(rewritten).includes(book.subarray(0, 2_000))).toBe(false);
      expect(await extractCode(rewritten)).toBe(CODE);
    },
  );

  it('can be applied twice: the newest code is extracted', async () => {
    const book = await saved(true);
    const once = Buffer.concat([book, watermarkWithCode(await watermarkOf(book), 'f'.repeat(32))]);
    const twice = Buffer.concat([once, watermarkWithCode(await watermarkOf(once), CODE)]);

    expect(await extractCode(twice)).toBe(CODE);
    expect(await pagesOf(twice)).toBe(6);
  });

  it('of a file that is not a PDF is a comment after its end', async () => {
    for (const pdf of [Buffer.from('no book'), Buffer.alloc(0), (await saved(false)).subarray(0, 3_000)]) {
      expect(await watermarkOf(pdf)).toEqual(plainWatermark());
      expect(await extractCode(Buffer.concat([pdf, watermarkWithCode(plainWatermark(), CODE)]))).toBe(CODE);
    }
    expect(await extractCode(await saved(true))).toBeNull();
  });
});

describe('the PDF of an owner', () => {
  const service = useFixture(bootLibrary);
  let book: Uint8Array;
  const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
  const readers = Array.from({ length: 100 }, (_, n) => testUser({ userId: `reader-number-${n}` }));
  const copyOf = async (reader = readers[0] ?? admin, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${tokenOf(reader)}`;
    return fetch(`${service.url}/ebooks/book/pdf`, { headers: { authorization, ...headers } });
  };

  beforeAll(async () => {
    book = await leakyBook(20);
    await service.deliver(mediaOf('book', { file: await stored(service, book, 20) }));
    for (const { userId } of readers)
      await service.deliver(paid({ orderId: `order-of-${userId}`, userId, items: [{ mediaId: 'book' }] }));
  });

  it('carries one of 100 codes for each of 100 owners, also after a rewrite, and no personal data (P35)', async () => {
    const codes = new Set<string>();
    for (const reader of readers) {
      const copy = Buffer.from(await (await copyOf(reader)).bytes());
      expect(copy.subarray(0, book.length).equals(book)).toBe(true);
      const watermark = copy.subarray(book.length).toString('latin1');
      expect(watermark).not.toMatch(/reader|order|number|asha|@|satrangi/i);
      const rewritten = await (await PDFDocument.load(copy)).save();
      const code = await extractCode(rewritten);
      expect(code).toMatch(/^[0-9a-f]{32}$/);
      codes.add(code ?? '');
      const found = await service.as(admin, libraryApi).findCopy({ params: { code: code ?? '' } });
      expect(found).toMatchObject({ userId: reader.userId, mediaId: 'book' });
    }
    expect(codes.size).toBe(100);
  }, 120_000);

  it('has stable bytes, in full and by range, and an ETag of its own', async () => {
    const full = await copyOf();
    const bytes = Buffer.from(await full.bytes());
    const etag = full.headers.get('etag') ?? '';
    const parts: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += 5_000) {
      const range = `bytes=${start}-${Math.min(start + 4_999, bytes.length - 1)}`;
      const part = await copyOf(readers[0], { range, 'if-range': etag });
      expect(part.status).toBe(206);
      parts.push(Buffer.from(await part.bytes()));
    }
    const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex');
    expect(hash(Buffer.concat(parts))).toBe(hash(bytes));
    expect((await copyOf(readers[0], { 'if-none-match': etag })).status).toBe(304);
    const other = await copyOf(readers[1], { 'if-none-match': etag });
    expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false]);
    await other.bytes();
  });

  it('has one code when one reader sends concurrent requests', async () => {
    const reader = testUser();
    const order = { orderId: 'at-once', userId: reader.userId, items: [{ mediaId: 'book' }] };
    await service.deliver(paid(order));
    const copies = await Promise.all(Array.from({ length: 12 }, async () => (await copyOf(reader)).bytes()));

    const codes = new Set(await Promise.all(copies.map((copy) => extractCode(copy))));
    expect(codes.size).toBe(1);
  });

  it('is traced to its reader by admins only, and each lookup is audited (P35)', async () => {
    const code = (await extractCode(await (await copyOf()).bytes())) ?? '';
    const { findCopy } = service.as(readers[0] ?? admin, libraryApi);
    await expect(findCopy({ params: { code } })).rejects.toMatchObject({ status: 403 });
    await expect(service.as('visitor', libraryApi).findCopy({ params: { code } })).rejects.toMatchObject({
      status: 401,
    });
    const { findCopy: find, listAudit } = service.as(admin, libraryApi);
    await expect(find({ params: { code: 'f'.repeat(32) } })).rejects.toMatchObject({ status: 404 });
    await find({ params: { code } });

    const [newest] = await listAudit({ query: { limit: 1 } });
    expect(newest).toMatchObject({
      by: 'the-admin',
      act: 'find-copy',
      userId: 'reader-number-0',
      about: code,
    });
  });

  it('has no watermark when the book is free', async () => {
    await service.deliver(mediaOf('gift', { priceINR: 0, file: await stored(service, book, 20) }));
    const authorization = `Bearer ${tokenOf(readers[0] ?? admin)}`;
    const given = await fetch(`${service.url}/ebooks/gift/pdf`, { headers: { authorization } });

    expect(Buffer.from(await given.bytes()).equals(book)).toBe(true);
  });
});
