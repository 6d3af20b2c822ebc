import { connect } from 'node:net';
import type { Run } from './metric.ts';
import { answersTo, type Shot, statusOf } from './wire.ts';

/** What one connection reads at once. */
const PART_BYTES = 65_536;

/**
 * Answers are counted, not read, and all that a connection reads comes into the same memory: the generator must cost
 * less than what it measures.
 */
const fireOn = (
  { hostname, port }: URL,
  next: () => Shot,
  until: number,
  note: (ms: number, status: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let began = 0;
    const hear = ([begin]: readonly Buffer[]): void => {
      const now = performance.now();
      note(now - began, statusOf(begin));
      if (now < until) fire();
      else {
        socket.destroy();
        resolve();
      }
    };
    const take = answersTo(hear, { isMemoryReused: true });
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(PART_BYTES),
        callback: (bytes, buffer) => {
          take(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
          return true;
        },
      },
    });
    const fire = (): void => {
      began = performance.now();
      socket.write(next());
    };
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
  const address = new URL(url);
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
  await Promise.all(Array.from({ length: connections }, () => fireOn(address, next, until, note)));
  return { times, seconds: (performance.now() - began) / 1_000, errors };
};
