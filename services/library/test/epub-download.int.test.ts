/** The download of the EPUB of a bought book, where its rights allow it (decision 0151). */
import { execFile } from 'node:child_process';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { anEvent, epubOf, testUser } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { giftRedeemed, libraryApi, MediaId } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { extractCode } from '../src/pdf/watermark-pdf.ts';
import { bootLibrary, mediaOf, paid, refunded, stored, storedFile } from './boot-library.ts';
import {
  buyer,
  downloadsOf,
  NO_RIGHTS,
  order,
  PURCHASE_REQUIRED,
  problemOf,
  SIGN_IN_FIRST,
  stranger,
} from './downloads.ts';
import { epub, epubFolder, picture } from './epub-files.ts';
import { leakyBook } from './leaky-book.ts';

const TYPE = 'application/epub+zip';
const { store, codeOf, opened } = epubFolder();

describe('the EPUB of a bought book', () => {
  const service = useFixture(bootLibrary);
  const { get, accessOf, giveReviewCopy, codesOfTwoBuyers } = downloadsOf(() => service);

  beforeAll(async () => {
    const file = await stored(service, await leakyBook(6), 6);
    const about = { file, epub: await storedFile(service, epub, TYPE) };
    const hostile = await storedFile(service, epubOf({ more: [{ name: '../a', content: 'x' }] }), TYPE);
    await service.deliver(mediaOf('book', { ...about, allowsDownload: true }));
    await service.deliver(mediaOf('closed', about));
    await service.deliver(mediaOf('pdf-only', { file, allowsDownload: true }));
    await service.deliver(mediaOf('hostile', { file, epub: hostile, allowsDownload: true }));
    await service.deliver(mediaOf('free', { ...about, priceINR: 0, allowsDownload: true }));
    for (const mediaId of ['book', 'closed', 'pdf-only', 'hostile'])
      await service.deliver(paid(order(`o-${mediaId}`, buyer.userId, mediaId)));
  });

  it('is an attachment with a neutral name that no cache keeps, and opens as an EPUB', async () => {
    const response = await get('/ebooks/book/epub');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, TYPE]);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="book.epub"; filename*=UTF-8''book.epub`,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const copy = Buffer.from(await response.bytes());

    expect(copy.subarray(30, 58).toString('latin1')).toBe(`mimetype${TYPE}`);
    const { names, contents, pages } = await opened(copy);
    expect(names[0]).toBe('mimetype');
    expect(contents.get('OEBPS/rain.png')?.equals(picture)).toBe(true);
    expect(pages[0]?.text).toContain('पहली बूँद & दूसरी');
    const added = `${contents.get('OEBPS/book.opf')}${contents.get('OEBPS/copy.xhtml')}`;
    expect(added).not.toMatch(/buyer|order|o-book|@|satrangi/i);
    expect(await accessOf()).toMatchObject({ hasAccess: true, epubBytes: epub.length });
  });

  it('carries the code of the PDF of its reader, always the same, and an admin finds the reader by it', async () => {
    const pdfCode = await extractCode(await (await get('/ebooks/book/download')).bytes());
    const first = Buffer.from(await (await get('/ebooks/book/epub')).bytes());
    const again = Buffer.from(await (await get('/ebooks/book/epub')).bytes());
    expect(pdfCode).toMatch(/^[0-9a-f]{32}$/);
    expect(await codeOf(first)).toBe(pdfCode);
    expect(again.equals(first)).toBe(true);
    const tool = await promisify(execFile)(process.execPath, [
      new URL('../src/copies/read-code.ts', import.meta.url).pathname,
      await store(first, 'leaked.epub'),
    ]);
    const found = await service
      .as(testUser({ role: 'ADMIN' }), libraryApi)
      .findCopy({ params: { code: tool.stdout.trim() } });
    expect(found).toMatchObject({ userId: 'buyer', mediaId: 'book' });
  });

  it('has one code in downloads at once, and another one for another buyer', async () => {
    const codes = await codesOfTwoBuyers('/ebooks/book/epub', codeOf);
    expect(codes.map(({ size }) => size)).toEqual([1, 1]);
    expect(new Set(codes.flatMap((each) => [...each])).size).toBe(2);
  });

  it('goes by ticket, continues by range, and answers 304 and 416', async () => {
    const { ticket } = await service
      .as(buyer, libraryApi)
      .createTicket({ params: { mediaId: MediaId.parse('book') } });
    const full = await fetch(`${service.url}/ebooks/book/epub?ticket=${ticket}`);
    const copy = Buffer.from(await full.bytes());
    const etag = full.headers.get('etag') ?? '';
    const half = Math.floor(copy.length / 2);
    const rest = await get('/ebooks/book/epub', buyer, { range: `bytes=${half}-`, 'if-range': etag });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${half}-${copy.length - 1}/${copy.length}`,
    ]);
    expect(Buffer.from(await rest.bytes()).equals(copy.subarray(half))).toBe(true);
    expect((await get('/ebooks/book/epub', buyer, { 'if-none-match': etag })).status).toBe(304);
    expect((await get('/ebooks/book/epub', buyer, { range: `bytes=${copy.length}-` })).status).toBe(416);
    expect((await fetch(`${service.url}/ebooks/closed/epub?ticket=${ticket}`)).status).toBe(401);
  });

  it('is kept for a day after it was last sent, for downloads that continue', async () => {
    const folder = join(service.context.settings.dataDir, 'cache', 'epubs');
    const longAgo = new Date('2020-01-01T00:00:00Z');
    const age = async () => {
      for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);
    };
    await (await get('/ebooks/book/epub')).bytes();
    await age();
    await (await get('/ebooks/book/epub', buyer, { range: 'bytes=0-9' })).bytes();

    await service.runJob('tidy-samples');
    expect(await readdir(folder)).toHaveLength(1);
    await age();
    await service.runJob('tidy-samples');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is sent while old copies are removed', async () => {
    const folder = join(service.context.settings.dataDir, 'cache', 'epubs');
    const longAgo = new Date('2020-01-01T00:00:00Z');
    const statuses: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      await (await get('/ebooks/book/epub')).bytes();
      for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);
      const reads = Array.from({ length: 6 }, async (_, at) => {
        await sleep(at);
        const response = await get('/ebooks/book/epub', buyer, { range: 'bytes=0-9' });
        expect((await response.bytes()).byteLength).toBe(10);
        statuses.push(response.status);
      });
      const removals = Array.from({ length: 3 }, (_, at) =>
        sleep(2 * at).then(() => service.runJob('tidy-samples')),
      );
      await Promise.all([...reads, ...removals]);
    }
    expect(new Set(statuses)).toEqual(new Set([206]));
  });

  it('is refused without an account, a purchase, the rights, or an EPUB', async () => {
    expect(await problemOf(await fetch(`${service.url}/ebooks/book/epub`))).toEqual(SIGN_IN_FIRST);
    expect(await problemOf(await get('/ebooks/book/epub', stranger))).toEqual(PURCHASE_REQUIRED);
    expect(await accessOf(stranger)).toEqual({ hasAccess: false });
    expect(await problemOf(await get('/ebooks/closed/epub'))).toEqual(NO_RIGHTS);
    expect(await accessOf(buyer, 'closed')).toEqual({ hasAccess: true });
    expect(await problemOf(await get('/ebooks/pdf-only/epub'))).toEqual([404, 'not-found', 'EPUB not found']);
    expect(await accessOf(buyer, 'pdf-only')).not.toHaveProperty('epubBytes');
    expect((await problemOf(await get('/ebooks/none/epub')))[0]).toBe(404);
    expect((await get('/magazines/book/epub')).status).toBe(404);
  });

  it('ends with a refund, with the rights, and with the file', async () => {
    const reader = testUser();
    const bought = order('o-back', reader.userId);
    await service.deliver(paid(bought));
    expect((await get('/ebooks/book/epub', reader)).status).toBe(200);
    await service.deliver(refunded(bought));
    expect(await problemOf(await get('/ebooks/book/epub', reader))).toEqual(PURCHASE_REQUIRED);

    const about = {
      file: await stored(service, await leakyBook(2), 2),
      epub: await storedFile(service, epub, TYPE),
    };
    await service.deliver(mediaOf('once', { ...about, allowsDownload: true }));
    await service.deliver(paid(order('o-once', reader.userId, 'once')));
    expect((await get('/ebooks/once/epub', reader)).status).toBe(200);
    await service.deliver(mediaOf('once', { ...about, version: 2 }));
    expect(await problemOf(await get('/ebooks/once/epub', reader))).toEqual(NO_RIGHTS);
    await service.deliver(mediaOf('once', { file: about.file, allowsDownload: true, version: 3 }));
    expect((await get('/ebooks/once/epub', reader)).status).toBe(404);
    expect((await get('/ebooks/once/download', reader)).status).toBe(200);
  });

  it('is for copies that were paid: a redeemed gift, and no loan or review copy', async () => {
    const [receiver, reviewer] = [testUser(), testUser()];
    const { orderId, items } = paid(order('o-gift', receiver.userId)).data;
    await service.deliver(anEvent(giftRedeemed, { data: { orderId, userId: receiver.userId, items } }));
    expect((await get('/ebooks/book/epub', receiver)).status).toBe(200);
    await giveReviewCopy(reviewer.userId);
    expect(await problemOf(await get('/ebooks/book/epub', reviewer))).toEqual(PURCHASE_REQUIRED);
    expect(await accessOf(reviewer)).toEqual({ hasAccess: true });
  });

  it('of a free title is open to everybody and carries no mark', async () => {
    const response = await fetch(`${service.url}/ebooks/free/epub`);
    expect(Buffer.from(await response.bytes()).equals(epub)).toBe(true);
  });

  it('that can not be marked is never sent; the PDF of the title is', async () => {
    for (let n = 0; n < 2; n += 1)
      expect(await problemOf(await get('/ebooks/hostile/epub'))).toEqual([
        503,
        'unavailable',
        'This EPUB can not be prepared right now. Please download the PDF.',
      ]);
    expect((await get('/ebooks/hostile/download')).status).toBe(200);
    expect((await get('/ebooks/book/epub')).status).toBe(200);
  });
});
