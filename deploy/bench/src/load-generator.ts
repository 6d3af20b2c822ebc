import { connect } from 'node:net';
import type { Run } from './metric.ts';
import { type RawRequest, readResponses, statusOf } from './raw-http.ts';

/** Read buffer of one connection. */
const PART_BYTES = 65_536;

/**
 * Closed-loop load on one connection. Responses are counted, not parsed, and read into one reused buffer: the generator
 * must cost less than what it measures.
 */
const sendRepeatedly = (
  { hostname, port }: URL,
  next: () => RawRequest,
  waitFor: number,
  note: (ms: number, status: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let began = 0;
    const onResponse = ([firstBytes]: readonly Buffer[]): void => {
      const now = performance.now();
      note(now - began, statusOf(firstBytes));
      if (now < waitFor) send();
      else {
        socket.destroy();
        resolve();
      }
    };
    const read = readResponses(onResponse, { isMemoryReused: true });
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(PART_BYTES),
        callback: (bytes, buffer) => {
          read(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
          return true;
        },
      },
    });
    const send = (): void => {
      began = performance.now();
      socket.write(next());
    };
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('the server closed a connection')));
    socket.once('connect', send);
  });

/**
 * Keeps `connections` busy for `seconds`: each sends its next request when the last response is complete.
 * A response with any other status than 200 is an error and is not counted.
 */
export const load = async (
  url: string,
  requests: readonly RawRequest[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Run> => {
  const address = new URL(url);
  const times: number[] = [];
  let errors = 0;
  let sent = 0;
  const next = (): RawRequest => {
    const one = requests[sent % requests.length];
    sent += 1;
    if (!one) throw new Error('Nothing to send');
    return one;
  };
  const note = (ms: number, status: number): void => {
    if (status === 200) times.push(ms);
    else errors += 1;
  };
  const began = performance.now();
  const waitFor = began + seconds * 1_000;
  await Promise.all(Array.from({ length: connections }, () => sendRepeatedly(address, next, waitFor, note)));
  return { times, seconds: (performance.now() - began) / 1_000, errors };
};
