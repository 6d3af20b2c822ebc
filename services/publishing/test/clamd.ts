/** A virus scanner that speaks the protocol of clamd: PING, and INSTREAM with length-prefixed chunks. It finds the EICAR test file. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The test text that every virus scanner finds (https://www.eicar.org). In two parts, so that none finds this file. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-${'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

const COMMAND = Buffer.from('zINSTREAM\0');

/** The content of a complete stream; null while bytes are missing. @throws Error for another command */
const contentOf = (received: Buffer): Buffer | null => {
  if (received.length < COMMAND.length) return null;
  if (!received.subarray(0, COMMAND.length).equals(COMMAND)) throw new Error('UNKNOWN COMMAND');
  const parts: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
};

export const startClamd = async () => {
  const scanned: number[] = [];
  let isAway = false;
  const answer = (socket: Socket): void => {
    if (isAway) return void socket.destroy();
    let received: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      if (received.toString() === 'zPING\0') return void socket.end('PONG\0');
      const content = contentOf(received);
      if (!content) return;
      scanned.push(content.length);
      socket.end(content.includes(EICAR) ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0');
    });
  };
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    /** Bytes of each scanned file. */
    scanned,
    setAway: (away: boolean): void => {
      isAway = away;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.close();
    },
  };
};
