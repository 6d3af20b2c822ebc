/** A client that leaves before Google Drive has answered: the read at Drive ends with it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@satrangi/sandbox';
import { expect, it } from 'vitest';
import { bootLibrary, mediaOf } from './boot-library.ts';
import { putIntoDrive } from './drive-film.ts';

/** Google, except that a read of bytes is never answered. */
const startSilentDrive = async (google: string) => {
  const reads: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    if (request.url?.includes('alt=media')) return void reads.push(response);
    const body = request.method === 'GET' ? undefined : await new Response(request).bytes();
    const { 'content-type': type = '', authorization = '' } = request.headers;
    const answer = await fetch(`${google}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': type, authorization },
      ...(body ? { body } : {}),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.bytes());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // a server that listens on a port has one
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    reads,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

it('a viewer who leaves ends the read of a film in Google Drive', async () => {
  await using sandbox = await startSandbox({
    webhookBaseUrl: 'http://127.0.0.1:1',
    stripeWebhookSecret: 'whsec_test',
    cashfreeClientId: 'client',
    cashfreeClientSecret: 'secret',
  });
  await using drive = await startSilentDrive(sandbox.url);
  await using service = await bootLibrary({ env: { GOOGLE_BASE_URL: drive.url } });
  const film = randomBytes(2_000);
  const file = await putIntoDrive(sandbox.url, film);
  const free = { mediaType: 'documentary' as const, formats: ['video' as const], priceINR: 0, file };
  await service.deliver(mediaOf('film', free));

  const leaving = new AbortController();
  const answer = fetch(`${service.url}/documentaries/film/stream`, { signal: leaving.signal });
  const left = expect(answer).rejects.toThrow();
  await expect.poll(() => drive.reads.length, { timeout: 5_000 }).toBe(1);
  expect(drive.reads[0]?.closed).toBe(false);
  leaving.abort();
  await left;

  // well before Drive's own limit of ten seconds
  await expect.poll(() => drive.reads[0]?.closed, { timeout: 5_000 }).toBe(true);
});
