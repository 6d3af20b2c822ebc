import { once } from 'node:events';
import type { Server } from 'node:http';

/** @returns the port, also when 0 was requested */
export const listen = async (server: Server, port: number, host: string): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
};

/** Waits for requests in progress, at most `ms`; then their connections are closed. */
export const closeServer = (server: Server, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), ms);
    // `close` leaves keep-alive connections open that become idle later
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      resolve();
    });
  });
