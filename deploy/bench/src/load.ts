import { connect, type Socket } from 'node:net';
import type { Run } from './metric.ts';

/** One request, ready to be written. */
export type Shot = Buffer;

export const shot = (
  method: 'GET' | 'POST',
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Shot => {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const head = Object.entries({
    host: 'bench',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${payload}`);
};

const LAST_CHUNK = '0\r\n\r\n';

/** How long a whole answer is that begins with these bytes; null while that can not be known. */
const answerLength = (bytes: Buffer): number | null => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  const at = head.indexOf('content-length:');
  if (at >= 0) return end + 4 + Number.parseInt(head.slice(at + 15), 10);
  if (!head.includes('transfer-encoding: chunked')) return end + 4;
  return bytes.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK ? bytes.length : null;
};

/** Answers are counted, not read: the generator must cost less than what it measures. */
const fireOn = (
  socket: Socket,
  next: () => Shot,
  until: number,
  note: (ms: number, status: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let began = 0;
    let parts: Buffer[] = [];
    let have = 0;
    let need: number | null = null;
    const fire = (): void => {
      began = performance.now();
      socket.write(next());
    };
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      have += part.length;
      if (need === null) {
        const whole = parts.length === 1 ? part : Buffer.concat(parts);
        parts = [whole];
        need = answerLength(whole);
      }
      if (need === null || have < need) return;
      const now = performance.now();
      note(now - began, Number(parts[0]?.toString('latin1', 9, 12)));
      parts = [];
      have = 0;
      need = null;
      if (now < until) fire();
      else {
        socket.destroy();
        resolve();
      }
    });
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('the server ended a connection')));
    socket.once('connect', fire);
  });

/**
 * Keeps `connections` busy for `seconds`: each sends its next request when the answer to the last one is whole.
 * An answer with any other status than 200 is an error and is not counted.
 */
export const load = async (
  url: string,
  shots: readonly Shot[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Run> => {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  let errors = 0;
  let sent = 0;
  const next = (): Shot => {
    const one = shots[sent % shots.length];
    sent += 1;
    if (!one) throw new Error('Nothing to send');
    return one;
  };
  const note = (ms: number, status: number): void => {
    if (status === 200) times.push(ms);
    else errors += 1;
  };
  const began = performance.now();
  const until = began + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, () =>
      fireOn(connect({ host: hostname, port: Number(port), noDelay: true }), next, until, note),
    ),
  );
  return { times, seconds: (performance.now() - began) / 1_000, errors };
};
