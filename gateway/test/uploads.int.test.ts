import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { publishSigningKeys } from './event-stream-client.ts';
import { startFixture, startServer } from './fixture.ts';
import { drip, openRaw } from './raw-socket.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };
const PATH = '/api/admin/ebooks/b1/file';
/** All other timeouts are shorter than the uploads. A busy machine can stall for a second. */
const SHORT = {
  HEADERS_MS: '2500',
  BODY_MS: '500',
  ANSWER_MS: '500',
  IDLE_MS: '2500',
  UPLOAD_WINDOW_MS: '1000',
  UPLOAD_BYTES_PER_SECOND: '2000',
};

const startCatalog = async () => {
  const seen = { bytes: 0, begun: 0, ended: 0, broken: 0 };
  const server = await startServer((incoming, response) => {
    if (incoming.method !== 'POST') return void response.end('{}');
    seen.begun += 1;
    incoming.on('data', (part: Buffer) => {
      seen.bytes += part.length;
    });
    incoming.on('error', () => {
      seen.broken += 1;
    });
    incoming.on('end', async () => {
      seen.ended += 1;
      // processing takes longer than the idle timeout
      await sleep(3_000);
      response.end('{"ok":true}');
    });
  });
  return { ...server, seen };
};

it('a slow upload above the minimum rate is forwarded completely, without a total timeout', async () => {
  await using catalog = await startCatalog();
  await using fixture = await startFixture({ ...SHORT, CATALOG_URL: catalog.url });
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const headers = { 'content-type': 'multipart/form-data; boundary=x', ...bearerOf('asha', 'ADMIN') };

  const status = await new Promise<number>((resolve, reject) => {
    const outgoing = request(fixture.gateway.url + PATH, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    void (async () => {
      for (let part = 0; part < 40; part += 1) {
        outgoing.write(Buffer.alloc(2_000));
        await sleep(100);
      }
      outgoing.end();
    })();
  });

  expect(status).toBe(200);
  expect(catalog.seen).toMatchObject({ bytes: 80_000, ended: 1, broken: 0 });
});

it('an upload below the minimum rate gets 408; its upstream request ends and the circuit breaker stays closed', async () => {
  await using catalog = await startCatalog();
  await using fixture = await startFixture({ ...SHORT, CATALOG_URL: catalog.url });
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const { authorization = '' } = bearerOf('asha', 'ADMIN');
  const lines = [
    `POST ${PATH} HTTP/1.1`,
    'host: x',
    `authorization: ${authorization}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 100000000',
  ];

  const slow = Array.from({ length: 8 }, () =>
    openRaw(fixture.gateway.url, `${lines.join('\r\n')}\r\n\r\n--x`),
  );
  for (const { socket } of slow) drip(socket, 'a', 50);
  await vi.waitFor(() => expect(slow.every(({ isClosed }) => isClosed())).toBe(true), WAIT_OPTIONS);
  await vi.waitFor(() => expect(catalog.seen).toMatchObject({ begun: 8, broken: 8 }), WAIT_OPTIONS);

  expect(new Set(slow.map(({ status }) => status()))).toEqual(new Set([408]));
  expect((await fixture.get('/api/ebooks/b1')).status).toBe(200);
  for (const { socket } of slow) socket.destroy();
});

it('a service that reads an upload slowly does not make the client a slow client', async () => {
  let taken = 0;
  await using catalog = await startServer((incoming, response) => {
    incoming.on('readable', async () => {
      // reads a little, then pauses for longer than the window
      if (taken > 0) return;
      taken += incoming.read()?.length ?? 0;
      await sleep(3_000);
      incoming.removeAllListeners('readable');
      incoming.resume().on('end', () => response.end('{}'));
    });
  });
  await using fixture = await startFixture({ ...SHORT, CATALOG_URL: catalog.url });
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);

  const answer = await fetch(fixture.gateway.url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...bearerOf('asha', 'ADMIN') },
    body: new Uint8Array(24 * 1024 * 1024),
  });

  expect(answer.status).toBe(200);
});

it('buffers of an upload are collected while it is forwarded (decision 0086)', async () => {
  const collect = vi.fn();
  vi.stubGlobal('gc', collect);
  await using catalog = await startCatalog();
  await using fixture = await startFixture({ CATALOG_URL: catalog.url });
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);

  const { status } = await fetch(fixture.gateway.url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...bearerOf('asha', 'ADMIN') },
    body: Buffer.alloc(20 * 1024 * 1024),
  });

  vi.unstubAllGlobals();
  expect(status).toBe(200);
  expect(catalog.seen.bytes).toBe(20 * 1024 * 1024);
  expect(collect).toHaveBeenCalledTimes(2);
  expect(collect).toHaveBeenCalledWith({ type: 'minor' });
});
