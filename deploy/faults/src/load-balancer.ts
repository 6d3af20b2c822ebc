import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type LoadBalancer = AsyncDisposable & {
  readonly url: string;
  /** Takes connections from the first probe that finds it ready. */
  readonly add: (target: string) => void;
  readonly remove: (target: string) => void;
  /** Resolves when all its targets are ready. */
  readonly areAllReady: () => boolean;
};

const PROBE_EVERY_MS = 300;
const PROBE_TIMEOUT_MS = 2_000;

const isReady = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), headers: { connection: 'close' } }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status === 200;
    },
    () => false,
  );

const join = (client: Socket, target: string): void => {
  const { hostname, port } = new URL(target);
  const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const both = [client, server] as const;
  const destroyBoth = (): void => {
    for (const socket of both) socket.destroy();
  };
  for (const socket of both) socket.setNoDelay(true).once('error', destroyBoth);
  client.pipe(server).pipe(client);
};

/**
 * A load balancer of TCP connections, as the proxy of a Kubernetes service: each new connection goes to the next target whose
 * readiness probe answered 200 last; open connections stay where they are. A refused connection is closed, not tried elsewhere.
 */
export const startLoadBalancer = async (
  readyPath: string,
  first: readonly string[] = [],
): Promise<LoadBalancer> => {
  const targets = new Map<string, boolean>(first.map((target) => [target, true]));
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    const ready = [...targets].filter(([, isUp]) => isUp);
    const [target] = ready[turn % ready.length] ?? [];
    turn += 1;
    if (target) join(client, target);
    else client.destroy();
  });
  const probe = (target: string): Promise<void> =>
    isReady(`${target}${readyPath}`).then((isUp) => {
      if (targets.has(target)) targets.set(target, isUp);
    });
  const probes = setInterval(() => {
    for (const target of targets.keys()) void probe(target);
  }, PROBE_EVERY_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (target) => void targets.set(target, false),
    remove: (target) => void targets.delete(target),
    areAllReady: () => [...targets.values()].every(Boolean),
    [Symbol.asyncDispose]: async () => {
      clearInterval(probes);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
