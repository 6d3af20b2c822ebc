import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type Booted, testUser, tokenOf } from '@satrangi/chassis/testing';
import { libraryApi } from '@satrangi/contracts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, plainSeal, sealedWith, sealOf } from '../src/copies/seal-pdf.ts';
import { bootLibrary, mediaOf, paid, stored } from './boot-library.ts';
import { leakyBook } from './leaky-book.ts';

const CODE = '0123456789abcdef0123456789abcdef';

/** As readers open it: by its tables, with every page. */
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

describe('the seal of a document', () => {
  it.each([
    ['with tables', () => saved(false)],
    ['with packed objects', () => saved(true)],
    ['changed by appending', appended],
    ['encrypted without a password', encrypted],
    ['behind other bytes', async () => Buffer.concat([Buffer.from('MIME line\n'), await saved(false)])],
  ])('%s leaves it whole and readable, and comes back after it was saved anew', async (_name, make) => {
    const book = await make();
    const seal = sealedWith(await sealOf(book), CODE);
    expect(seal.length).toBeGreaterThan(plainSeal().length);
    expect(seal.length).toBeLessThan(2_000);
    const copy = Buffer.concat([book, seal]);

    expect(await pagesOf(copy)).toBe(6);
    expect(await codeIn(copy)).toBe(CODE);
  });

  it.each([true, false])(
    'survives another program that saves all anew (objects packed: %s)',
    async (packed) => {
      const book = await saved(!packed);
      const copy = Buffer.concat([book, sealedWith(await sealOf(book), CODE)]);
      const anew = await (await PDFDocument.load(copy)).save({ useObjectStreams: packed });

      expect(Buffer.from(anew).includes(book.subarray(0, 2_000))).toBe(false);
      expect(await codeIn(anew)).toBe(CODE);
    },
  );

  it('can be sealed again: the newest code counts', async () => {
    const book = await saved(true);
    const once = Buffer.concat([book, sealedWith(await sealOf(book), 'f'.repeat(32))]);
    const twice = Buffer.concat([once, sealedWith(await sealOf(once), CODE)]);

    expect(await codeIn(twice)).toBe(CODE);
    expect(await pagesOf(twice)).toBe(6);
  });

  it('of what is no PDF is a line behind its end', async () => {
    for (const pdf of [Buffer.from('no book'), Buffer.alloc(0), (await saved(false)).subarray(0, 3_000)]) {
      expect(await sealOf(pdf)).toEqual(plainSeal());
      expect(await codeIn(Buffer.concat([pdf, sealedWith(plainSeal(), CODE)]))).toBe(CODE);
    }
    expect(await codeIn(await saved(true))).toBeNull();
  });
});

describe('copies of a book', () => {
  let service: Booted;
  let book: Uint8Array;
  const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
  const readers = Array.from({ length: 100 }, (_, n) => testUser({ userId: `reader-number-${n}` }));
  const copyOf = async (reader = readers[0] ?? admin, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${tokenOf(reader)}`;
    return fetch(`${service.url}/ebooks/book/pdf`, { headers: { authorization, ...headers } });
  };

  beforeAll(async () => {
    service = await bootLibrary();
    book = await leakyBook(20);
    await service.deliver(mediaOf('book', { file: await stored(service, book, 20) }));
    for (const { userId } of readers)
      await service.deliver(paid({ orderId: `order-of-${userId}`, userId, items: [{ mediaId: 'book' }] }));
  });
  afterAll(() => service.stop());

  it('100 copies carry 100 codes, found again after each was saved anew, and nothing of a person (P35)', async () => {
    const codes = new Set<string>();
    for (const reader of readers) {
      const copy = Buffer.from(await (await copyOf(reader)).bytes());
      expect(copy.subarray(0, book.length).equals(book)).toBe(true);
      const seal = copy.subarray(book.length).toString('latin1');
      expect(seal).not.toMatch(/reader|order|number|asha|@|satrangi/i);
      const anew = await (await PDFDocument.load(copy)).save();
      const code = await codeIn(anew);
      expect(code).toMatch(/^[0-9a-f]{32}$/);
      codes.add(code ?? '');
      const found = await service.as(admin, libraryApi).findCopy({ params: { code: code ?? '' } });
      expect(found).toMatchObject({ userId: reader.userId, mediaId: 'book' });
    }
    expect(codes.size).toBe(100);
  }, 120_000);

  it('are the same bytes each time, whole or in pieces, and know their own ETag only', async () => {
    const whole = await copyOf();
    const bytes = Buffer.from(await whole.bytes());
    const etag = whole.headers.get('etag') ?? '';
    const pieces: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += 5_000) {
      const range = `bytes=${start}-${Math.min(start + 4_999, bytes.length - 1)}`;
      const piece = await copyOf(readers[0], { range, 'if-range': etag });
      expect(piece.status).toBe(206);
      pieces.push(Buffer.from(await piece.bytes()));
    }
    const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex');
    expect(hash(Buffer.concat(pieces))).toBe(hash(bytes));
    expect((await copyOf(readers[0], { 'if-none-match': etag })).status).toBe(304);
    const other = await copyOf(readers[1], { 'if-none-match': etag });
    expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false]);
    await other.bytes();
  });

  it('asked for at once by one reader carry one code', async () => {
    const reader = testUser();
    const order = { orderId: 'at-once', userId: reader.userId, items: [{ mediaId: 'book' }] };
    await service.deliver(paid(order));
    const copies = await Promise.all(Array.from({ length: 12 }, async () => (await copyOf(reader)).bytes()));

    const codes = new Set(await Promise.all(copies.map((copy) => codeIn(copy))));
    expect(codes.size).toBe(1);
  });

  it('are led back to their reader for admins only, and each question is written down (P35)', async () => {
    const code = (await codeIn(await (await copyOf()).bytes())) ?? '';
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

  it('of a free book are nobody’s: everyone gets the file as it is', async () => {
    await service.deliver(mediaOf('gift', { priceINR: 0, file: await stored(service, book, 20) }));
    const authorization = `Bearer ${tokenOf(readers[0] ?? admin)}`;
    const given = await fetch(`${service.url}/ebooks/gift/pdf`, { headers: { authorization } });

    expect(Buffer.from(await given.bytes()).equals(book)).toBe(true);
  });
});
