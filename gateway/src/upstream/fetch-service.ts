import { type Agent, type OutgoingHttpHeaders, request as openRequest } from 'node:http';

export type Asked = { readonly status: number; readonly body: Buffer };

export type Question = {
  /** Goes out as it stands: taken for part of a URL, `..` and `\\` would lead to what is not for visitors. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** How long the whole answer may take. */
  readonly timeoutMs: number;
  readonly maxBytes?: number;
};

/**
 * One GET of the gateway's own to a service, read whole.
 * @throws Error when the service is away, silent for too long, breaks off, or answers more than `maxBytes`
 */
export const askService = (
  target: string | URL,
  agent: Agent,
  { path, headers, timeoutMs, maxBytes }: Question,
): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target);
    const outgoing = openRequest(
      { hostname, port, path, agent, headers: { accept: 'application/json', ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          parts.push(part);
          if (maxBytes !== undefined && bytes > maxBytes)
            outgoing.destroy(new Error('the answer is too long'));
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 502, body: Buffer.concat(parts) }));
        answer.on('error', reject);
      },
    );
    // a service that drips its answer keeps a socket's own timeout quiet for ever
    const late = setTimeout(() => outgoing.destroy(new Error('timed out')), timeoutMs);
    outgoing.on('close', () => {
      clearTimeout(late);
      reject(new Error('the answer broke off'));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
