import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server in the place of another part, on a free port. Its disposal ends open connections. */
export const startTestServer = async (
  handle: RequestListener,
): Promise<AsyncDisposable & { readonly url: string }> => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // a listening server has a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
