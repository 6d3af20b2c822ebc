/** The download of a bought PDF, where its rights allow it (decision 0141). */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { giftRedeemed, libraryApi, MediaId } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { extractCode } from '../src/pdf/watermark-pdf.ts';
import { bootLibrary, mediaOf, ofKind, paid, refunded, stored } from './boot-library.ts';
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
import { leakyBook } from './leaky-book.ts';

const service = useFixture(bootLibrary);
let book: Uint8Array;
const { get, accessOf, giveReviewCopy, codesOfTwoBuyers } = downloadsOf(() => service);

beforeAll(async () => {
  book = await leakyBook(20);
  const file = await stored(service, book, 20);
  await service.deliver(mediaOf('book', { file, allowsDownload: true }));
  await service.deliver(mediaOf('closed', { file }));
  await service.deliver(mediaOf('issue', { file, mediaType: 'magazine', allowsDownload: true }));
  await service.deliver(mediaOf('free', { file, priceINR: 0, allowsDownload: true }));
  for (const mediaId of ['book', 'closed'])
    await service.deliver(paid(order(`o-${mediaId}`, buyer.userId, mediaId)));
  await service.deliver(
    paid({ orderId: 'o-issue', userId: buyer.userId, items: [ofKind('issue', 'magazine', 'text')] }),
  );
});

describe('the download of a bought book', () => {
  it('is the marked copy of the reader, as an attachment with a neutral name that no cache keeps', async () => {
    const response = await get('/ebooks/book/download');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="book.pdf"; filename*=UTF-8''book.pdf`,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const copy = Buffer.from(await response.bytes());

    expect(copy.subarray(0, book.length).equals(book)).toBe(true);
    expect(copy.equals(Buffer.from(await (await get('/ebooks/book/pdf')).bytes()))).toBe(true);
    const mark = copy.subarray(book.length).toString('latin1');
    expect(mark).not.toMatch(/buyer|order|o-book|@|satrangi/i);
    const found = await service
      .as(testUser({ role: 'ADMIN' }), libraryApi)
      .findCopy({ params: { code: (await extractCode(copy)) ?? '' } });
    expect(found).toMatchObject({ userId: 'buyer', mediaId: 'book' });
    expect(await accessOf()).toEqual({ hasAccess: true, downloadBytes: book.length });
  });

  it('of an issue has its own neutral name', async () => {
    const response = await get('/magazines/issue/download');
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="magazine.pdf"; filename*=UTF-8''magazine.pdf`,
    ]);
    await response.bytes();
  });

  it('goes by ticket, continues by range, and answers 416 after the end', async () => {
    const { ticket } = await service
      .as(buyer, libraryApi)
      .createTicket({ params: { mediaId: MediaId.parse('book') } });
    const full = await fetch(`${service.url}/ebooks/book/download?ticket=${ticket}`);
    const copy = Buffer.from(await full.bytes());
    const half = Math.floor(copy.length / 2);
    const rest = await get('/ebooks/book/download', buyer, {
      range: `bytes=${half}-`,
      'if-range': full.headers.get('etag') ?? '',
    });

    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${half}-${copy.length - 1}/${copy.length}`,
    ]);
    expect(Buffer.from(await rest.bytes()).equals(copy.subarray(half))).toBe(true);
    const after = await get('/ebooks/book/download', buyer, { range: `bytes=${copy.length}-` });
    expect(after.status).toBe(416);
  });

  it('has one code in downloads at once, and another one for another buyer', async () => {
    const codes = await codesOfTwoBuyers('/ebooks/book/download', extractCode);
    expect(codes.map(({ size }) => size)).toEqual([1, 1]);
    expect(new Set(codes.flatMap((each) => [...each])).size).toBe(2);
  });

  it('is refused without an account, without a purchase, and where the rights do not allow it', async () => {
    expect(await problemOf(await fetch(`${service.url}/ebooks/book/download`))).toEqual(SIGN_IN_FIRST);
    expect(await problemOf(await get('/ebooks/book/download', stranger))).toEqual(PURCHASE_REQUIRED);
    expect(await accessOf(stranger)).toEqual({ hasAccess: false });
    expect(await problemOf(await get('/ebooks/closed/download'))).toEqual(NO_RIGHTS);
    expect((await get('/ebooks/closed/pdf')).status).toBe(200);
    expect(await accessOf(buyer, 'closed')).toEqual({ hasAccess: true });
    expect((await problemOf(await get('/magazines/book/download')))[0]).toBe(404);
    expect((await problemOf(await get('/ebooks/none/download')))[0]).toBe(404);
  });

  it('ends with a refund, and with the rights', async () => {
    const reader = testUser();
    const bought = order('o-back', reader.userId);
    await service.deliver(paid(bought));
    expect((await get('/ebooks/book/download', reader)).status).toBe(200);
    await service.deliver(refunded(bought));
    expect(await problemOf(await get('/ebooks/book/download', reader))).toEqual(PURCHASE_REQUIRED);

    const file = await stored(service, book, 20);
    await service.deliver(mediaOf('once', { file, allowsDownload: true }));
    await service.deliver(paid(order('o-once', reader.userId, 'once')));
    expect((await get('/ebooks/once/download', reader)).status).toBe(200);
    await service.deliver(mediaOf('once', { file, version: 2 }));
    expect(await problemOf(await get('/ebooks/once/download', reader))).toEqual(NO_RIGHTS);
    expect((await get('/ebooks/once/pdf', reader)).status).toBe(200);
  });

  it('is for copies that were paid: a redeemed gift, and no loan or review copy', async () => {
    const [receiver, reviewer] = [testUser(), testUser()];
    const { orderId, items } = paid(order('o-gift', receiver.userId)).data;
    await service.deliver(anEvent(giftRedeemed, { data: { orderId, userId: receiver.userId, items } }));
    expect((await get('/ebooks/book/download', receiver)).status).toBe(200);

    await giveReviewCopy(reviewer.userId);
    expect((await get('/ebooks/book/pdf', reviewer)).status).toBe(200);
    expect(await problemOf(await get('/ebooks/book/download', reviewer))).toEqual(PURCHASE_REQUIRED);
    expect(await accessOf(reviewer)).toEqual({ hasAccess: true });
  });

  it('of a free title is open to everybody and carries no mark', async () => {
    const response = await fetch(`${service.url}/ebooks/free/download`);
    expect(Buffer.from(await response.bytes()).equals(book)).toBe(true);
    expect(await accessOf(stranger, 'free')).toEqual({ hasAccess: true });
  });
});
