import { type AddressInfo, createServer, type Server } from 'node:net';

/** Below the ephemeral ports: a restarted process finds its port free again. */
const FIRST = 15_000;
const LAST = 32_000;
/** Ports returned before: platforms that start in parallel never get the same. */
const given = new Set<number>();

/** Listens on the port. @returns null when it is in use */
const hold = (port: number): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const holdSome = async (): Promise<Server> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (given.has(port)) continue;
    given.add(port);
    const server = await hold(port);
    if (server) return server;
  }
};

/** Free ports, all different. Another program can still take one before it is used. */
export const freePorts = async (count: number): Promise<number[]> => {
  const held = await Promise.all(Array.from({ length: count }, holdSome));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};

/** True when the port is free. */
export const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
