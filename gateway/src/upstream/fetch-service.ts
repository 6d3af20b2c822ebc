import {
  type Agent,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as openRequest,
} from 'node:http';

export type ServiceResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type ServiceRequest = {
  /** Sent unchanged: URL parsing would resolve `..` and `\\` to internal paths. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Timeout of the whole response. */
  readonly timeoutMs: number;
  readonly maxBytes?: number;
};

/**
 * Sends a GET to a service and reads the whole response.
 * @throws Error when the service is unreachable, exceeds the timeout or `maxBytes`, or ends the response early
 */
export const fetchFromService = (
  target: string | URL,
  agent: Agent,
  { path, headers, timeoutMs, maxBytes }: ServiceRequest,
): Promise<ServiceResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target);
    let isWhole = false;
    const outgoing = openRequest(
      { hostname, port, path, agent, headers: { accept: 'application/json', ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          parts.push(part);
          if (maxBytes !== undefined && bytes > maxBytes) outgoing.destroy(new Error('response too large'));
        });
        answer.on('end', () => {
          const [only] = parts;
          const body = only && parts.length === 1 ? only : Buffer.concat(parts);
          isWhole = true;
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body });
        });
        answer.on('error', reject);
      },
    );
    // a socket timeout would not end a response that arrives byte by byte
    const timeout = setTimeout(() => outgoing.destroy(new Error('response timeout')), timeoutMs);
    outgoing.on('close', () => {
      clearTimeout(timeout);
      // an error has a stack trace, which costs more than the rest of this callback
      if (!isWhole) reject(new Error('response ended early'));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
