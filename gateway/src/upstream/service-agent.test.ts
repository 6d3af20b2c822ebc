import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createServiceAgent } from './service-agent.ts';

const IDLE_MS = 100;

it('an idle connection is closed by the gateway, one in use is not, and each is used again before (P28)', async () => {
  const accepted: Socket[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('slow'), IDLE_MS * 4);
    else response.end('fast');
  });
  server.on('connection', (socket) => accepted.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = createServiceAgent({}, undefined, IDLE_MS);
  const read = async (path: string): Promise<string> => {
    const [response] = await once(get({ port, host: '127.0.0.1', path, agent }), 'response');
    return text(response);
  };

  expect([await read('/fast'), await read('/slow')]).toEqual(['fast', 'slow']);
  expect(accepted).toHaveLength(1);

  await expect.poll(() => accepted[0]?.destroyed).toBe(true);
  expect(await read('/fast')).toBe('fast');
  expect(accepted).toHaveLength(2);
  agent.destroy();
  server.close();
});

it('a process that was busy while it connected does not take the service for unreachable', async () => {
  const server = createServer((_request, response) => response.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connectMs = 50;
  const agent = createServiceAgent({}, connectMs);
  const answer = once(get({ port, host: '127.0.0.1', agent }), 'response');
  // the request connects in the next tick; nothing else runs until the time limit is over
  setImmediate(() => {
    const until = performance.now() + connectMs * 4;
    while (performance.now() < until);
  });

  const [response] = await answer;
  expect(await text(response)).toBe('here');
  agent.destroy();
  server.close();
});
