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
/** As in the manifests of Kubernetes: a slow answer is not a refusal, so that late probes count from the second in a row. */
const PROBE_TIMEOUT_MS = 3_000;
const LATE_PROBES_MAX = 2;

type Target = { isUp: boolean; lateProbes: number; isProbed: boolean };

/** @returns null when the answer is late; a refused connection is not ready */
const isReady = (url: string): Promise<boolean | null> =>
  fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), headers: { connection: 'close' } }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status === 200;
    },
    (error: unknown) => (error instanceof DOMException && error.name === 'TimeoutError' ? null : false),
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
  const newTarget = (isUp: boolean): Target => ({ isUp, lateProbes: 0, isProbed: false });
  const targets = new Map<string, Target>(first.map((url) => [url, newTarget(true)]));
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    const ready = [...targets].filter(([, { isUp }]) => isUp);
    const [target] = ready[turn % ready.length] ?? [];
    turn += 1;
    if (target) join(client, target);
    else client.destroy();
  });
  const probe = async (url: string, target: Target): Promise<void> => {
    if (target.isProbed) return;
    target.isProbed = true;
    const answer = await isReady(`${url}${readyPath}`);
    target.isProbed = false;
    target.lateProbes = answer === null ? target.lateProbes + 1 : 0;
    if (answer !== null || target.lateProbes >= LATE_PROBES_MAX) target.isUp = answer === true;
  };
  const probes = setInterval(() => {
    for (const [url, target] of targets) void probe(url, target);
  }, PROBE_EVERY_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (target) => void targets.set(target, newTarget(false)),
    remove: (target) => void targets.delete(target),
    areAllReady: () => [...targets.values()].every(({ isUp }) => isUp),
    [Symbol.asyncDispose]: async () => {
      clearInterval(probes);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
