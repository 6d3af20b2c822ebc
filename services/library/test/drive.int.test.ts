import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Booted, testUser, tokenOf } from '@satrangi/chassis/testing';
import { libraryApi, MediaId } from '@satrangi/contracts';
import { startSandboxWithoutShop } from '@satrangi/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid } from './boot-library.ts';
import { putIntoDrive } from './drive-film.ts';

const viewer = testUser({ userId: 'viewer' });
const film = randomBytes(200_000);
type Sandbox = Awaited<ReturnType<typeof startSandboxWithoutShop>>;
let sandbox: Sandbox;
let service: Booted;
let driveFileId: string;

const control = (method: string, path: string, body: unknown) =>
  fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const play = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}/documentaries/film/stream`, {
    method,
    headers: { authorization: `Bearer ${tokenOf(viewer)}`, ...headers },
  });

beforeAll(async () => {
  sandbox = await startSandboxWithoutShop();
  service = await bootLibrary({ env: { GOOGLE_BASE_URL: sandbox.url } });
  const file = await putIntoDrive(sandbox.url, film);
  driveFileId = file.driveFileId ?? '';
  await service.deliver(mediaOf('film', { mediaType: 'documentary', formats: ['video'], file }));
  const items = [ofKind('film', 'documentary', 'video')];
  await service.deliver(paid({ orderId: 'o1', userId: viewer.userId, items }));
});
afterAll(async () => {
  await service?.stop();
  await sandbox?.[Symbol.asyncDispose]();
});

describe('the stream of a film in Google Drive', () => {
  it('is served in full and by range, without exposing its origin (CAT-11, CAT-49, P32)', async () => {
    const full = await play();
    expect([full.status, full.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(Buffer.from(await full.bytes()).equals(film)).toBe(true);
    const part = await play({ range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${film.length}`]);
    expect(Buffer.from(await part.bytes()).equals(film.subarray(1_000, 2_000))).toBe(true);
    const end = await play({ range: 'bytes=-500' });
    expect(Buffer.from(await end.bytes()).equals(film.subarray(-500))).toBe(true);
    expect((await play({ range: `bytes=${film.length}-` })).status).toBe(416);
    const head = await play({}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(film.length));
    expect(JSON.stringify([...full.headers])).not.toMatch(/google|drive/i);
    expect(JSON.stringify([...full.headers])).not.toContain(driveFileId);
  });

  it('is served for repeated ranges and with a ticket', async () => {
    for (let n = 0; n < 5; n += 1) expect((await play({ range: `bytes=${n}-${n}` })).status).toBe(206);
    const { ticket } = await service
      .as(viewer, libraryApi)
      .createTicket({ params: { mediaId: MediaId.parse('film') } });
    expect((await fetch(`${service.url}/documentaries/film/stream?ticket=${ticket}`)).status).toBe(200);
  });

  it('answers 404 as JSON after sharing is removed, and recovers', async () => {
    await control('PUT', `/drive/files/${driveFileId}`, { access: 'no-access' });
    service.clock.advance(61_000);
    const unshared = await play({ range: 'bytes=0-9' });
    expect([unshared.status, unshared.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
    await control('PUT', `/drive/files/${driveFileId}`, { access: 'ok' });
    service.clock.advance(61_000);
    expect((await play({ range: 'bytes=0-9' })).status).toBe(206);
  });
});

describe('the stream of a film that Google Drive does not send for a while', () => {
  it.each(['userRateLimitExceeded', 'downloadQuotaExceeded'])('answers 503 as JSON (%s)', async (reason) => {
    const google = createServer((request, response) => {
      const url = request.url ?? '';
      response.setHeader('content-type', 'application/json');
      if (url.endsWith('/token')) return void response.end('{"access_token":"a","expires_in":3600}');
      if (!url.includes('alt=media'))
        return void response.end(
          '{"id":"limited-film","mimeType":"video/mp4","size":"9","md5Checksum":"r1"}',
        );
      response.statusCode = 403;
      response.end(JSON.stringify({ error: { code: 403, message: 'Limited', errors: [{ reason }] } }));
    });
    google.listen(0, '127.0.0.1');
    await once(google, 'listening');
    const GOOGLE_BASE_URL = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
    await using own = await bootLibrary({ env: { GOOGLE_BASE_URL } });
    const file = {
      ...{ key: 'drive:limited-film', driveFileId: 'limited-film', store: 'drive' as const },
      ...{ revision: 'r1', bytes: 9, pages: 0, mimeType: 'video/mp4' },
    };
    const free = { mediaType: 'documentary' as const, formats: ['video' as const], priceINR: 0, file };
    await own.deliver(mediaOf('film', free));

    const response = await fetch(`${own.url}/documentaries/film/stream`);

    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      503,
      'unavailable',
    ]);
    google.closeAllConnections();
    google.close();
  });
});

describe('the stream of a film in Google Drive without a service account', () => {
  it('answers 503 as JSON', async () => {
    await using own = await bootLibrary();
    const file = {
      key: `drive:${driveFileId}`,
      revision: 'r1',
      bytes: 9,
      pages: 0,
      mimeType: 'video/mp4',
      store: 'drive' as const,
      driveFileId,
    };
    const free = { mediaType: 'documentary' as const, formats: ['video' as const], priceINR: 0, file };
    await own.deliver(mediaOf('film', free));
    const response = await fetch(`${own.url}/documentaries/film/stream`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      503,
      'unavailable',
    ]);
  });
});
