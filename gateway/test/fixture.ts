import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LiveLog, openLiveLog } from '@satrangi/chassis';
import { type ServiceName, serviceNames, serviceUrls } from '@satrangi/contracts';
import { type RunningGateway, startGateway } from '../src/gateway.ts';

export type Heard = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};
export type Upstream = AsyncDisposable & {
  readonly url: string;
  readonly heard: Heard[];
  answer: (heard: Heard, response: ServerResponse) => void | Promise<void>;
};

/** An HTTP server of the test's own on a free port. */
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

/** A real HTTP server in the place of a service: remembers what it heard, answers what the test says. */
export const startUpstream = async (): Promise<Upstream> => {
  const heard: Heard[] = [];
  const server = await startServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts),
      };
      heard.push(one);
      void upstream.answer(one, response);
    });
  });
  const upstream: Upstream = {
    ...server,
    heard,
    answer: (_one, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"ok":true}');
    },
  };
  return upstream;
};

export type World = AsyncDisposable & {
  readonly gateway: RunningGateway;
  readonly services: Record<ServiceName, Upstream>;
  readonly live: LiveLog;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>;
};

let worlds = 0;

/** A gateway with a server of its own behind each address, and the live log they share. */
export const startWorld = async (env: Record<string, string> = {}): Promise<World> => {
  worlds += 1;
  await using cleanup = new AsyncDisposableStack();
  const upstreams = await Promise.all(serviceNames.map(startUpstream));
  for (const upstream of upstreams) cleanup.use(upstream);
  const services = Object.fromEntries(
    serviceNames.map((name, index) => [name, upstreams[index]]),
  ) as World['services'];
  const redisUrl = `memory:gateway-${process.pid}-${worlds}`;
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
