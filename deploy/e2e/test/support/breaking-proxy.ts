import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection between a browser and a shop that can be held and broken. */
type BreakingProxy = {
  readonly url: string;
  /** Bytes from the browser, of all connections. */
  readonly received: () => number;
  /** From now on, passes these bytes of the browser and then no more: the network does not answer. */
  readonly holdAfter: (bytes: number) => void;
  /** From now on passes nothing in either direction, also of new connections: a frozen server, or a cable that is gone. */
  readonly freeze: () => void;
  /** Breaks all connections, and refuses new ones until `mend`. */
  readonly breakOff: () => void;
  readonly mend: () => void;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Starts a TCP proxy before a shop. */
export const startBreakingProxy = async (shop: string): Promise<BreakingProxy> => {
  const { hostname, port } = new URL(shop);
  const sockets = new Set<Socket>();
  let received = 0;
  let room = Number.POSITIVE_INFINITY;
  let isBroken = false;
  let isFrozen = false;

  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((browser) => {
    if (isBroken) return void browser.resetAndDestroy();
    const upstream = connect(Number(port), hostname);
    for (const socket of [browser, upstream]) track(socket);
    browser.on('data', (chunk) => {
      received += chunk.length;
      room -= chunk.length;
      if (room <= 0) browser.pause();
      if (!upstream.write(chunk)) {
        browser.pause();
        upstream.once('drain', () => room > 0 && browser.resume());
      }
    });
    upstream.on('data', (chunk) => void browser.write(chunk));
    if (isFrozen) for (const socket of [browser, upstream]) socket.pause();
    browser.on('close', () => upstream.destroy());
    // what is written already still arrives
    upstream.on('close', () => browser.destroySoon());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');

  const breakOff = (): void => {
    isBroken = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    received: () => received,
    holdAfter: (bytes) => {
      room = bytes;
    },
    breakOff,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      isBroken = false;
      isFrozen = false;
      for (const socket of sockets) socket.resume();
      room = Number.POSITIVE_INFINITY;
    },
    [Symbol.asyncDispose]: async () => {
      breakOff();
      server.close();
      await once(server, 'close');
    },
  };
};
