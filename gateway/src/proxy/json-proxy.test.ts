import { once } from 'node:events';
import { Agent, createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { catalogApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { createJsonProxy } from './json-proxy.ts';

const listen = async (handle: RequestListener) => {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const closedPort = async (): Promise<number> => {
  await using server = await listen(() => {});
  return server.port;
};

/** A proxy whose first connection goes to another port than all later ones. */
const openProxy = async (firstPort: number, laterPort: number) => {
  let connections = 0;
  const agent = new Agent();
  agent.createConnection = () => {
    connections += 1;
    return connect({ host: '127.0.0.1', port: connections === 1 ? firstPort : laterPort });
  };
  const outcomes: boolean[] = [];
  const breaker = {
    isOpen: () => false,
    isFailing: () => false,
    record: (isSuccess: boolean) => void outcomes.push(isSuccess),
  };
  const proxy = createJsonProxy({ target: 'http://service.test:80', agent, breaker });
  const server = await listen(async (request, response) => {
    const body = await buffer(request);
    proxy(
      {
        ...{ service: 'catalog', endpoint: catalogApi.listEbooks, url: '/api/things', body },
        ...{ userId: null, requestId: 'r1', traceparent: '', address: '', headers: [], readAfter: undefined },
        ...{ startedAt: performance.now(), answerMs: 10_000, idleTimeoutMs: 0 },
        ...{ isTimedOut: false, isClientTooSlow: false, isRetry: false, isUpstreamBlocked: () => false },
        refuseRequest: (code) => response.writeHead(503).end(code),
        onWrite: () => {},
        destroy: () => {},
      },
      request,
      response,
    );
  });
  return { ...server, outcomes, url: `http://127.0.0.1:${server.port}` };
};

const post = async (url: string) => {
  const answer = await fetch(url, { method: 'POST', body: 'one order' });
  return [answer.status, await answer.text()];
};

it('a write is sent again, once, when no connection to its service was opened (P26)', async () => {
  const received: string[] = [];
  await using service = await listen(async (request, response) => {
    received.push(await text(request));
    response.end('stored');
  });
  const closed = await closedPort();
  await using proxy = await openProxy(closed, service.port);
  await using toNobody = await openProxy(closed, closed);

  expect(await post(proxy.url)).toEqual([200, 'stored']);
  expect(received).toEqual(['one order']);
  expect(proxy.outcomes).toEqual([true]);
  expect(await post(toNobody.url)).toEqual([503, 'unavailable']);
  expect(toNobody.outcomes).toEqual([false]);
});

it('a write whose connection was open is never sent again (P26)', async () => {
  const received: string[] = [];
  await using service = await listen(async (request) => {
    received.push(await text(request));
    request.socket.resetAndDestroy();
  });
  await using proxy = await openProxy(service.port, service.port);

  expect(await post(proxy.url)).toEqual([503, 'unavailable']);
  expect(received).toEqual(['one order']);
});
