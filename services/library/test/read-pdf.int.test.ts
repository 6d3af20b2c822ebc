import { createHash } from 'node:crypto';
import { anEvent, testUser, tokenOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { libraryApi, MediaId, userUpdated } from '@satrangi/contracts';
import jwt from 'jsonwebtoken';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded, stored, TICKET_SECRET } from './boot-library.ts';

const owner = testUser({ userId: 'owner' });
const stranger = testUser({ userId: 'stranger' });
const order = { orderId: 'o1', userId: owner.userId, items: [{ mediaId: 'book' }, { mediaId: 'other' }] };
const bytes = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(100_000, 'leaf '),
  Buffer.from('%%EOF'),
]);
const hash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

type PdfRequest = {
  readonly token?: string;
  readonly ticket?: string;
  readonly cookie?: string;
  readonly method?: string;
};

const service = useFixture(bootLibrary);
/** The owner's copy: the file and its watermark. */
let copy: Buffer;
const requestPdf = (
  mediaId: string,
  { token, ticket, cookie, method = 'GET' }: PdfRequest,
  headers: Record<string, string> = {},
) =>
  fetch(`${service.url}/ebooks/${mediaId}/pdf${ticket === undefined ? '' : `?token=${ticket}`}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie: `satrangi_session=${cookie}` } : {}),
      ...headers,
    },
  });
const ticketFor = async (mediaId: string, user = owner): Promise<string> =>
  (await service.as(user, libraryApi).createTicket({ params: { mediaId: MediaId.parse(mediaId) } })).ticket;
const statusAndCode = async (response: Response) => {
  const problem = (await response.json()) as { code: string; detail: string };
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return [response.status, problem.code, problem.detail];
};

beforeAll(async () => {
  const file = await stored(service, bytes, 20);
  await service.deliver(mediaOf('book', { file }));
  await service.deliver(mediaOf('other', { file }));
  await service.deliver(mediaOf('gift', { file, priceINR: 0 }));
  await service.deliver(mediaOf('gone', { file, status: 'withdrawn' }));
  await service.deliver(mediaOf('film', { file: { ...file, mimeType: 'video/mp4' }, priceINR: 0 }));
  await service.deliver(mediaOf('empty', { priceINR: 0 }));
  await service.deliver(paid(order));
  copy = Buffer.from(await (await requestPdf('book', { token: tokenOf(owner) })).bytes());
});

describe('the full PDF', () => {
  it('is sent to its owner, with private caching, by header, by cookie and by ticket (CAT-08, CAT-49, LIB-09)', async () => {
    const token = tokenOf(owner);
    for (const by of [{ token }, { cookie: token }, { ticket: await ticketFor('book') }]) {
      const response = await requestPdf('book', by);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
      expect(response.headers.get('content-disposition')).not.toContain('Monsoon');
      const body = Buffer.from(await response.bytes());
      expect(hash(body.subarray(0, bytes.length))).toBe(hash(bytes));
      expect(body.equals(copy)).toBe(true);
    }
  });

  it('is refused to other users and visitors with the specified messages (CAT-08, S9)', async () => {
    expect(await statusAndCode(await requestPdf('book', {}))).toEqual([
      401,
      'not-authenticated',
      'Sign in first',
    ]);
    const refusal = [403, 'purchase-required', 'Purchase required'];
    expect(await statusAndCode(await requestPdf('book', { token: tokenOf(stranger) }))).toEqual(refusal);
    expect(await statusAndCode(await requestPdf('book', { cookie: tokenOf(stranger) }))).toEqual(refusal);
  });

  it('is sent to everyone, without a watermark, when it is free (CAT-47)', async () => {
    const response = await requestPdf('gift', {});
    expect(response.status).toBe(200);
    expect(hash(await response.bytes())).toBe(hash(bytes));
    expect((await requestPdf('gift', { token: tokenOf(stranger) })).status).toBe(200);
  });

  it('answers 404 when unknown, withdrawn, not a PDF or without a file', async () => {
    const token = tokenOf(stranger);
    expect(await statusAndCode(await requestPdf('nothing', { token }))).toEqual([
      404,
      'not-found',
      'eBook not found',
    ]);
    expect(await statusAndCode(await requestPdf('gone', { token }))).toEqual([
      404,
      'not-found',
      'eBook not found',
    ]);
    expect((await requestPdf('film', { token })).status).toBe(404);
    expect((await requestPdf('empty', { token })).status).toBe(404);
  });

  it('stays readable for owners after it is withdrawn, until a refund', async () => {
    await using own = await bootLibrary();
    const file = await stored(own, bytes, 20);
    const at = (token: string) =>
      fetch(`${own.url}/ebooks/book/pdf`, { headers: { authorization: `Bearer ${token}` } });
    await own.deliver(mediaOf('book', { file }));
    await own.deliver(paid(order));
    await own.deliver(mediaOf('book', { version: 2, status: 'withdrawn', file: null }));
    expect((await at(tokenOf(owner))).status).toBe(200);
    expect((await at(tokenOf(stranger))).status).toBe(404);

    const { ticket } = await own
      .as(owner, libraryApi)
      .createTicket({ params: { mediaId: MediaId.parse('book') } });
    await own.deliver(refunded(order));
    expect((await at(tokenOf(owner))).status).toBe(404);
    expect((await fetch(`${own.url}/ebooks/book/pdf?token=${ticket}`)).status).toBe(404);
  });
});

describe('a ticket', () => {
  const forge = (changes: Record<string, unknown>, key = TICKET_SECRET): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      sub: 'owner',
      tv: 0,
      media: 'book',
      use: 'pdf',
      iss: 'satrangi-library',
      aud: 'satrangi-library/pdf',
    };
    return jwt.sign({ ...claims, iat: now, exp: now + 600, ...changes }, key, { algorithm: 'HS256' });
  };

  it('that is valid opens the book (each forgery below changes one claim)', async () => {
    expect((await requestPdf('book', { ticket: forge({}) })).status).toBe(200);
  });

  it.each([
    ['of another item', () => ticketFor('other')],
    ['for another use', () => forge({ use: 'film' })],
    ['for another audience', () => forge({ aud: 'satrangi' })],
    ['of another issuer', () => forge({ iss: 'satrangi' })],
    ['signed by another key', () => forge({}, 'another-key-of-exactly-the-same-shape')],
    ['without signature', () => jwt.sign({ sub: 'owner', media: 'book' }, '', { algorithm: 'none' })],
    ['without a token version', () => forge({ tv: undefined })],
    ['that is a login token', () => tokenOf(owner)],
    ['that is not a token', () => 'x'],
    ['that is empty', () => ''],
  ])('%s is refused, even beside a valid session', async (_name, make) => {
    const ticket = await make();
    const refusal = [401, 'invalid-token', 'Invalid token'];
    expect(await statusAndCode(await requestPdf('book', { ticket }))).toEqual(refusal);
    expect(await statusAndCode(await requestPdf('book', { ticket, token: tokenOf(owner) }))).toEqual(refusal);
    expect(await statusAndCode(await requestPdf('book', { ticket, cookie: tokenOf(owner) }))).toEqual(
      refusal,
    );
  });

  it('expires after ten minutes (CAT-50)', async () => {
    const expired = forge({ iat: 1_700_000_000, exp: 1_700_000_600 });
    expect(await statusAndCode(await requestPdf('book', { ticket: expired }))).toEqual([
      401,
      'invalid-token',
      'jwt expired',
    ]);
    const { ticket, expiresAt } = await service
      .as(owner, libraryApi)
      .createTicket({ params: { mediaId: MediaId.parse('book') } });
    const claims = jwt.decode(ticket, { json: true });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(600);
    expect(Date.parse(expiresAt)).toBe((claims?.exp ?? 0) * 1000);
  });

  it('does not authenticate as a header, a cookie or a query parameter', async () => {
    const ticket = await ticketFor('book');
    expect((await requestPdf('book', { token: ticket })).status).toBe(401);
    expect((await requestPdf('book', { cookie: ticket })).status).toBe(401);
    const list = await fetch(`${service.url}/library?token=${ticket}`);
    expect(list.status).toBe(401);
  });

  it('does not replace the access check', async () => {
    const ticket = forge({ sub: 'stranger' });
    expect((await requestPdf('book', { ticket })).status).toBe(403);
  });

  it('is issued to owners and for free items only', async () => {
    await expect(ticketFor('book', stranger)).rejects.toMatchObject({ code: 'purchase-required' });
    await expect(ticketFor('nothing', stranger)).rejects.toMatchObject({ code: 'not-found' });
    await expect(ticketFor('gift', stranger)).resolves.toEqual(expect.any(String));
  });
});

describe('a session after log-out everywhere', () => {
  it('is refused', async () => {
    await using own = await bootLibrary();
    const file = await stored(own, bytes, 20);
    await own.deliver(mediaOf('book', { file }));
    await own.deliver(paid(order));
    const data = { userId: owner.userId, role: 'USER' as const, tokenVersion: 1 };
    await own.deliver(anEvent(userUpdated, { data }));
    const response = await fetch(`${own.url}/ebooks/book/pdf`, {
      headers: { authorization: `Bearer ${tokenOf(owner)}` },
    });
    expect(response.status).toBe(401);
  });
});

describe('a range of the PDF', () => {
  const token = tokenOf(owner);
  // The fixture is not a parsable PDF, so its watermark is the comment with 32 digits.
  const size = bytes.length + '\n%/CopyMark /\n'.length + 32;
  const part = (range: string, more: Record<string, string> = {}) =>
    requestPdf('book', { token }, { range, ...more });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=500-1499', 500, 1499],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    [`bytes=99000-${size * 5}`, 99_000, size - 1],
  ])('%s', async (range, start, end) => {
    const response = await part(range);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
    expect(hash(await response.bytes())).toBe(hash(copy.subarray(start, end + 1)));
  });

  it.each(['bytes=200000-', 'bytes=-0'])('%s is not satisfiable', async (range) => {
    const response = await part(range);
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
  });

  it.each(['bytes=0-1,5-9', 'bytes=9-1', 'bytes=a-b', 'pages=1-2', 'bytes='])(
    '%s returns the full file',
    async (range) => {
      const response = await part(range);
      expect([200, 416]).toContain(response.status);
      if (response.status === 200) expect((await response.bytes()).length).toBe(size);
    },
  );

  it('honours If-Range and If-None-Match', async () => {
    const etag = (await requestPdf('book', { token })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{16}-[0-9a-f]{16}"$/);
    expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206);
    expect((await part('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200);
    expect((await requestPdf('book', { token }, { 'if-none-match': etag })).status).toBe(304);
  });

  it('is refused like the full file, also for HEAD and If-None-Match', async () => {
    const etag = (await requestPdf('book', { token })).headers.get('etag') ?? '';
    const theirs = { token: tokenOf(stranger) };
    expect((await requestPdf('book', theirs, { range: 'bytes=0-9' })).status).toBe(403);
    expect((await requestPdf('book', theirs, { 'if-none-match': etag })).status).toBe(403);
    expect((await requestPdf('book', { ...theirs, method: 'HEAD' })).status).toBe(403);
    expect((await requestPdf('book', {}, { range: 'bytes=0-9' })).status).toBe(401);
  });

  it('has its length in the HEAD response', async () => {
    const response = await requestPdf('book', { token, method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(size));
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect((await response.bytes()).length).toBe(0);
  });
});
