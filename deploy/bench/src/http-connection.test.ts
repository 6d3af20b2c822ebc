import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openConnection } from './http-connection.ts';
import { rawRequest } from './raw-http.ts';

const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => unknown) => {
  const server = createServer(answer);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

it('sends requests one after the other on one connection', async () => {
  await using server = await serve(async (request, response) => {
    response.end(`${request.url} ${request.headers.authorization} ${await text(request)} ♥`);
  });
  using connection = openConnection(server.url);
  const headers = { authorization: 'Bearer me' };

  const answers = [
    await connection.request(rawRequest('POST', '/buy', { body: { book: 'one ♥' }, headers })),
    await connection.request(rawRequest('GET', '/owned', { headers })),
  ];

  expect(answers).toEqual(['/buy Bearer me {"book":"one ♥"} ♥', '/owned Bearer me  ♥']);
  expect(server.connections()).toBe(1);
});

it('assembles a long response from several chunks of data', async () => {
  const long = 'पुस्तक '.repeat(50_000);
  await using server = await serve((_request, response) => response.end(long));
  using connection = openConnection(server.url);

  const answer = await connection.request(rawRequest('GET', '/'));

  expect(answer).toBe(long);
});

it('rejects on an error status, on chunked encoding and on a closed connection', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/no') response.writeHead(409).end('already owned');
    else if (request.url === '/chunks') response.write('{', () => response.end('}'));
    else request.socket.destroy();
  });
  using connection = openConnection(server.url);

  await expect(connection.request(rawRequest('GET', '/no'))).rejects.toThrow(/409 Conflict.*already owned/s);
  await expect(connection.request(rawRequest('GET', '/chunks'))).rejects.toThrow('in chunks');
  await expect(connection.request(rawRequest('GET', '/end'))).rejects.toThrow('closed the connection');
  await expect(connection.request(rawRequest('GET', '/no'))).rejects.toThrow('closed the connection');
});
