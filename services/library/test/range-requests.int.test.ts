/** Range requests, valid and hostile. */
import { createHash, randomBytes } from 'node:crypto';
import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid, storedFile } from './boot-library.ts';

const owner = testUser({ userId: 'owner' });
const stranger = testUser({ userId: 'stranger' });
const film = randomBytes(300_000);

const service = useFixture(bootLibrary);
const at = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, init);
const as = (user: typeof owner, more: Record<string, string> = {}): RequestInit => ({
  headers: { authorization: `Bearer ${tokenOf(user)}`, ...more },
});

beforeAll(async () => {
  for (const [mediaType, mimeType, format] of [
    ['short-film', 'video/mp4', 'video'],
    ['audio-story', 'audio/mpeg', 'audio'],
  ] as const) {
    const file = { ...(await storedFile(service, film, mimeType)), pages: 0 };
    const mediaId = `bought-${mediaType}`;
    await service.deliver(mediaOf(mediaId, { mediaType, formats: [format], file }));
    const items = [ofKind(mediaId, mediaType, format)];
    await service.deliver(paid({ orderId: mediaId, userId: owner.userId, items }));
  }
});

describe('a stream', () => {
  it('sends exact bytes for 1,000 random ranges, and handles 40 hostile ranges (P32)', async () => {
    const address = '/audiostories/bought-audio-story/stream';
    const size = film.length;
    const expected = createHash('sha256');
    const received = createHash('sha256');
    for (let n = 0; n < 1_000; n += 1) {
      const start = Math.floor(Math.random() * size);
      const end = Math.min(size - 1, start + Math.floor(Math.random() * 2_000));
      const range = [`bytes=${start}-${end}`, `bytes=${start}-`, `bytes=-${size - start}`][
        n % 50 === 0 ? 1 + (n % 2) : 0
      ];
      const last = n % 50 === 0 ? size - 1 : end;
      const response = await at(address, as(owner, { range: range ?? '' }));
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${last}/${size}`);
      expected.update(film.subarray(start, last + 1));
      received.update(await response.bytes());
    }
    expect(received.digest('hex')).toBe(expected.digest('hex'));

    const hostile = [
      ...['bytes=', 'bytes=-', 'bytes=--1', 'bytes=-0', 'bytes=a-b', 'bytes=1-a', 'bytes 0-1', 'octets=0-1'],
      ...['bytes=5-1', 'bytes=9999999999-', 'bytes=0-99999999999999999999', 'bytes=99999999999999999999-'],
      ...[
        'bytes=-99999999999999999999',
        'bytes=0-0,-1',
        'bytes=0-,0-',
        'bytes=1-2,1-2,1-2',
        'bytes=,',
        'bytes=0-1,',
      ],
      ...['bytes=0x0-0xff', 'bytes=1e3-1e4', 'bytes=+1-+2', 'bytes=1.5-2.5', 'bytes=NaN-', 'bytes=Infinity-'],
      ...[
        'bytes= 0-1',
        'bytes=0 -1',
        'bytes=0- 1',
        'BYTES=0-1',
        'none',
        '*',
        '0-1',
        'bytes=0-1;q=1',
        'bytes=٠-٩',
      ],
      `bytes=${Array.from({ length: 1_000 }, () => '0-').join(',')}`,
      `bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-${n + 5}`).join(',')}`,
      `bytes=${'9'.repeat(4_000)}-`,
      `bytes=-${'9'.repeat(4_000)}`,
      `bytes=0-${'0'.repeat(3_000)}`,
      `bytes=${size}-`,
      `bytes=${size}-${size}`,
    ];
    expect(hostile.length).toBeGreaterThanOrEqual(40);
    for (const range of hostile) {
      const sent = Buffer.from(range).toString('latin1');
      const response = await at(address, as(owner, { range: sent }));
      const { length } = await response.bytes();
      expect([200, 206, 400, 416], range).toContain(response.status);
      expect(length, range).toBeLessThanOrEqual(size);
      if (response.status === 416) expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
    }
  }, 60_000);

  it('honours If-Range and HEAD', async () => {
    const address = '/shortfilms/bought-short-film/stream';
    const head = await at(address, { ...as(owner, { range: 'bytes=0-9' }), method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(film.length)]);
    const etag = head.headers.get('etag') ?? '';
    const requested = async (ifRange: string) => {
      const response = await at(address, as(owner, { range: 'bytes=0-9', 'if-range': ifRange }));
      return [response.status, (await response.bytes()).length];
    };
    expect(await requested(etag)).toEqual([206, 10]);
    expect(await requested('"older"')).toEqual([200, film.length]);
    expect(await requested(`W/${etag}`)).toEqual([200, film.length]);
    expect(await requested('Wed, 21 Oct 2026 07:28:00 GMT')).toEqual([200, film.length]);
    expect((await at(address, as(owner, { 'if-none-match': etag }))).status).toBe(304);
    expect((await at(address, as(stranger, { 'if-none-match': etag }))).status).toBe(403);
  });
});
