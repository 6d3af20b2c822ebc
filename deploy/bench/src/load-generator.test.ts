import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { load } from './load-generator.ts';
import { rawRequest, readResponses, statusOf } from './raw-http.ts';

it('counts every complete response once, and other statuses than 200 as errors', async () => {
  const answered = { long: 0, short: 0, no: 0 };
  const server = createServer(({ url }, response) => {
    if (url === '/long') response.end('पुस्तक '.repeat(20_000), () => (answered.long += 1));
    else if (url === '/short') response.end('♥', () => (answered.short += 1));
    else response.writeHead(503).end('later', () => (answered.no += 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = ['/long', '/short', '/no'].map((path) => rawRequest('GET', path));

  const { times, errors } = await load(url, requests, { connections: 3, seconds: 0.3 });
  server.close();

  expect(answered.long).toBeGreaterThan(0);
  expect(times).toHaveLength(answered.long + answered.short);
  expect(errors).toBe(answered.no);
});

it('reads responses from a reused buffer, split at any byte', () => {
  const answer = (status: number, body: string): string =>
    `HTTP/1.1 ${status} Said\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const sent = Buffer.from([answer(200, 'whole'), answer(409, ''), answer(200, 'x'.repeat(500))].join(''));
  // at most one response in a part, because each request follows the response before it
  const ends = [...sent.keys()].filter((at) => sent.toString('latin1', at, at + 5) === 'HTTP/').slice(1);

  for (const bytes of [1, 7, 40, 64]) {
    const received: number[] = [];
    const read = readResponses(([firstBytes]) => received.push(statusOf(firstBytes)), {
      isMemoryReused: true,
    });
    const memory = Buffer.alloc(bytes);
    for (let at = 0; at < sent.length; ) {
      const end = Math.min(at + bytes, ends.find((one) => one > at) ?? sent.length, sent.length);
      const size = sent.copy(memory, 0, at, end);
      read(memory.subarray(0, size));
      at = end;
    }
    expect(received).toEqual([200, 409, 200]);
  }
});
