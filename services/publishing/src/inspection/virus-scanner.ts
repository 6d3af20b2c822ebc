import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Logger } from '@satrangi/chassis';

export type ScanVerdict = 'clean' | 'infected' | 'unscanned';
/** @returns unscanned when the scanner does not answer */
export type ScanFile = (path: string) => Promise<ScanVerdict>;

const TIMEOUT_MS = 20_000;
const CHUNK_BYTES = 64 * 1024;

/** Length-prefixed chunks of INSTREAM; a length of zero ends the stream. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

const scan = async (url: URL, path: string): Promise<string> => {
  const socket = connect({ host: url.hostname, port: Number(url.port || 3310) });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const stop = (): void => void socket.destroy(new Error('virus scanner timeout'));
  signal.addEventListener('abort', stop, { once: true });
  let reply = '';
  const replied = new Promise<void>((resolve, reject) => {
    socket.on('data', (part: Buffer) => {
      reply += part.toString('latin1');
    });
    socket
      .once('end', resolve)
      .once('close', () => resolve())
      .once('error', reject);
  });
  replied.catch(() => {});
  try {
    // a scanner that found something answers and closes before the end of the file
    for await (const bytes of chunksOf(path)) {
      if (reply !== '' || socket.destroyed) break;
      await write(socket, bytes);
    }
    await replied;
    return reply;
  } catch (error) {
    if (reply !== '') return reply;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
};

/** Scans files with clamd over TCP (`tcp://host:port`), command INSTREAM. */
export const clamdScanner = (clamdUrl: string, log: Logger): ScanFile => {
  const url = new URL(clamdUrl);
  return async (path) => {
    try {
      const reply = await scan(url, path);
      if (/ FOUND\0?\s*$/.test(reply)) return 'infected';
      if (/: OK\0?\s*$/.test(reply)) return 'clean';
      log.warn({ reply: reply.slice(0, 80) }, 'virus scan failed');
    } catch (err) {
      log.warn({ err }, 'virus scan failed');
    }
    return 'unscanned';
  };
};
