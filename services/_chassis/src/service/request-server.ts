import type { RequestListener } from 'node:http';
import { answerUnavailable } from '../http/app.ts';
import { closeServer, listen } from '../http/listen.ts';
import { createServiceServer } from '../http/server.ts';

/**
 * The HTTP server of a service. It listens immediately and answers 503 until `handleWith` names the handler of requests.
 * @throws Error when the port is taken
 */
export const openRequestServer = async (port: number, host: string) => {
  let phase: 'starting' | 'open' | 'closing' = 'starting';
  let answer: RequestListener = answerUnavailable;
  const server = createServiceServer((request, response) => {
    // while stopping, clients must open a connection to another replica for the next request
    if (phase === 'closing') response.shouldKeepAlive = false;
    answer(request, response);
  });
  const openPort = await listen(server, port, host);
  return {
    port: openPort,
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${openPort}`,
    phase: () => phase,
    handleWith: (handler: RequestListener): void => {
      answer = handler;
    },
    /** The service is ready, unless it is stopping. */
    setOpen: (): void => {
      if (phase === 'starting') phase = 'open';
    },
    /** The service stops; one that never opened keeps answering 503. */
    setClosing: (): void => {
      if (phase !== 'starting') phase = 'closing';
    },
    /** Resolves when all requests are answered, at the latest after `ms`. */
    close: (ms: number): Promise<void> => closeServer(server, ms),
  };
};
export type RequestServer = Awaited<ReturnType<typeof openRequestServer>>;
