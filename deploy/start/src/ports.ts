import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Below the ephemeral ports: a restarted process finds its port free again. */
const FIRST = 15_000;
const LAST = 32_000;
/** Ports returned before. */
const given = new Set<number>();

/** Longer than a platform takes to listen on its ports. */
const RESERVED_MS = 60_000;
const reservations = path.join(tmpdir(), 'satrangi-ports');

const tryToReserve = (port: number): boolean => {
  try {
    mkdirSync(reservations, { recursive: true });
    writeFileSync(path.join(reservations, String(port)), '', { flag: 'wx' });
    return true;
  } catch (error) {
    // without a folder to write to, ports are as free as they look
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
};

/** Reserves a port among all processes of this machine for a minute. @returns false when another one has it */
const reserve = (port: number): boolean => {
  if (tryToReserve(port)) return true;
  const file = path.join(reservations, String(port));
  const reservedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - reservedAt < RESERVED_MS) return false;
  rmSync(file, { force: true });
  return tryToReserve(port);
};

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
    if (!reserve(port)) continue;
    const server = await hold(port);
    if (server) return server;
  }
};

/**
 * Free ports, all different, also from those of other processes that start in the same minute. A program that chooses its ports in
 * another way can still take one before it is used.
 */
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
