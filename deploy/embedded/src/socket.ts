import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A socket address holds 104 bytes on macOS and 108 on Linux, with a final zero. */
const MAX_PATH_BYTES = 103;

/**
 * The listening address of a data directory: a socket in that directory, which only its owner may access. When the path
 * is too long for a socket, a private temporary folder is used; on Windows a named pipe.
 */
export const socketOf = (dir: string): string => {
  const folder = resolve(dir);
  const short = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\satrangi-${short}.sock`;
  const inside = join(folder, 'mongo.sock');
  return Buffer.byteLength(inside) <= MAX_PATH_BYTES
    ? inside
    : join(tmpdir(), `satrangi-${short}`, 'mongo.sock');
};

/** The connection string of a socket, in the format of the official driver. */
export const urlOfSocket = (socket: string): string => `mongodb://${encodeURIComponent(socket)}`;

/**
 * Makes the folder of a socket private and removes the socket of a server that was killed. Only for the holder of the
 * lock of the data directory.
 * @throws Error when another user owns the folder
 */
export const prepareSocket = (socket: string): void => {
  if (process.platform === 'win32') return;
  const folder = dirname(socket);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another user`);
  chmodSync(folder, 0o700);
  rmSync(socket, { force: true });
};

/** Only the owner of a socket may connect. */
export const closeToOthers = (socket: string): void => {
  if (process.platform !== 'win32') chmodSync(socket, 0o600);
};
