import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openLine } from './line.ts';
import { shot } from './wire.ts';

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

it('one question after the other is asked and answered on one connection', async () => {
  await using server = await serve(async (request, response) => {
    response.end(`${request.url} ${request.headers.authorization} ${await text(request)} ♥`);
  });
  using line = openLine(server.url);
  const headers = { authorization: 'Bearer me' };

  const answers = [
    await line.ask(shot('POST', '/buy', { body: { book: 'one ♥' }, headers })),
    await line.ask(shot('GET', '/owned', { headers })),
  ];

  expect(answers).toEqual(['/buy Bearer me {"book":"one ♥"} ♥', '/owned Bearer me  ♥']);
  expect(server.connections()).toBe(1);
});

it('an answer that comes in pieces is whole, however long', async () => {
  const long = 'पुस्तक '.repeat(50_000);
  await using server = await serve((_request, response) => response.end(long));
  using line = openLine(server.url);

  const answer = await line.ask(shot('GET', '/'));

  expect(answer).toBe(long);
});

it('a no, an answer in chunks and an end are told, and none is taken for an answer', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/no') response.writeHead(409).end('already owned');
    else if (request.url === '/chunks') response.write('{', () => response.end('}'));
    else request.socket.destroy();
  });
  using line = openLine(server.url);

  await expect(line.ask(shot('GET', '/no'))).rejects.toThrow(/409 Conflict.*already owned/s);
  await expect(line.ask(shot('GET', '/chunks'))).rejects.toThrow('in chunks');
  await expect(line.ask(shot('GET', '/end'))).rejects.toThrow('ended a connection');
  await expect(line.ask(shot('GET', '/no'))).rejects.toThrow('ended a connection');
});
