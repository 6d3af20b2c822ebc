import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LiveLog, openLiveLog } from '@satrangi/chassis';
import {
  CHANGES_HEADER,
  READ_AFTER_HEADER,
  type ServiceName,
  serviceNames,
  serviceUrls,
} from '@satrangi/contracts';
import { type RunningGateway, startGateway } from '../src/gateway.ts';

export type ReceivedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};
export type Upstream = AsyncDisposable & {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  answer: (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;
};

/** An HTTP server on a free port. */
export const startServer = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<AsyncDisposable & { readonly url: string }> => {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** An HTTP server in place of a service. It records its requests and answers with `answer`. */
export const startUpstream = async (): Promise<Upstream> => {
  const requests: ReceivedRequest[] = [];
  const server = await startServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts),
      };
      requests.push(received);
      // as a service that reads its store for each answer
      const named = request.headers[READ_AFTER_HEADER];
      if (named !== undefined) response.setHeader(CHANGES_HEADER, named);
      void upstream.answer(received, response);
    });
  });
  const upstream: Upstream = {
    ...server,
    requests,
    answer: (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"ok":true}');
    },
  };
  return upstream;
};

export type Fixture = AsyncDisposable & {
  readonly gateway: RunningGateway;
  readonly services: Record<ServiceName, Upstream>;
  readonly live: LiveLog;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>;
};

let fixtures = 0;

/** A gateway, one HTTP server in place of each service, and the live log they share. */
export const startFixture = async (env: Record<string, string> = {}): Promise<Fixture> => {
  fixtures += 1;
  await using cleanup = new AsyncDisposableStack();
  const upstreams = await Promise.all(serviceNames.map(startUpstream));
  for (const upstream of upstreams) cleanup.use(upstream);
  const services = Object.fromEntries(
    serviceNames.map((name, index) => [name, upstreams[index]]),
  ) as Fixture['services'];
  const redisUrl = `memory:gateway-${process.pid}-${fixtures}`;
  const live = await openLiveLog(redisUrl);
  cleanup.defer(() => live.close());
  const gateway = cleanup.use(
    await startGateway({
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      REDIS_URL: redisUrl,
      ...serviceUrls((name) => services[name].url),
      INTERNAL_SECRET: 'a-secret-between-services',
      DRAIN_MS: '0',
      PRELOAD: '0',
      ...env,
    }),
  );
  const owned = cleanup.move();
  return {
    gateway,
    services,
    live,
    get: (path, headers = {}) => fetch(gateway.url + path, { headers }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
