import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RoundRobin = AsyncDisposable & { readonly url: string };

/** A load balancer over the replicas of one service: each request goes to the next replica. */
export const startRoundRobin = async (targets: readonly string[]): Promise<RoundRobin> => {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, response) => {
    const { hostname, port } = new URL(targets[turn % targets.length] ?? '');
    turn += 1;
    const { method, url: path, headers } = incoming;
    const outgoing = request({ hostname, port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
};
