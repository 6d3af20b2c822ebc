import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { privateOnly } from './caching.ts';
import type { Exchange } from './mount-api.ts';
import { type ByteRange, rangeOf } from './range.ts';
import { Refusal } from './refusal.ts';

export const fileTexts = {
  unavailable: 'This file is not available right now. Please try again later.',
} as const;

/** A source of bytes other than one file on disk. */
export type Opened = {
  readonly bytes: number;
  /** Both ends included. The stream is destroyed when the client disconnects. */
  readonly open: (range: ByteRange, signal: AbortSignal) => Readable | Promise<Readable>;
};

export type FileAnswer = ({ readonly path: string } | { readonly buffer: Uint8Array } | Opened) & {
  readonly mimeType: string;
  /** The ETag without quotes; changes with the bytes. */
  readonly etag: string;
  readonly cacheControl: string;
  /** Name for saving the file; it is shown inline otherwise. */
  readonly fileName?: string;
  /** Saved and never shown by the browser. */
  readonly isAttachment?: boolean;
};

const contentDisposition = (name: string, isAttachment = false): string =>
  `${isAttachment ? 'attachment' : 'inline'}; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

const sizeOf = async (file: FileAnswer): Promise<number> => {
  if ('buffer' in file) return file.buffer.byteLength;
  if ('open' in file) return file.bytes;
  const found = await stat(file.path).catch(() => null);
  if (!found) throw new Refusal('unavailable', fileTexts.unavailable, { retryAfter: 5 });
  return found.size;
};

const bodyOf = (
  file: FileAnswer,
  range: ByteRange,
  leftSignal: () => AbortSignal,
): Uint8Array | Readable | Promise<Readable> => {
  if ('buffer' in file) return file.buffer.subarray(range.start, range.end + 1);
  return 'open' in file ? file.open(range, leftSignal()) : createReadStream(file.path, range);
};

/**
 * Sends a file according to RFC 9110: one range (suffix, open end), If-Range, If-None-Match, HEAD, 416. Several ranges
 * get the whole file. The file is closed when the client disconnects.
 * @throws Refusal range-not-satisfiable, unavailable
 */
export const sendFile = async (
  { request, response, leftSignal, isPrivate }: Exchange,
  file: FileAnswer,
): Promise<void> => {
  const size = await sizeOf(file);
  const etag = `"${file.etag}"`;
  response.setHeader('etag', etag);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('cache-control', isPrivate ? privateOnly(file.cacheControl) : file.cacheControl);
  response.setHeader('x-content-type-options', 'nosniff');
  if (matches(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const ifRange = request.headers['if-range'];
  const fresh = typeof ifRange !== 'string' || ifRange === etag;
  const wanted = request.method === 'GET' && fresh ? rangeOf(request.headers.range, size) : undefined;
  if (wanted === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`);
    throw new Refusal('range-not-satisfiable', 'That range does not exist');
  }
  const range: ByteRange = wanted ?? { start: 0, end: size - 1 };
  // opened before the headers are set, so that a failure is answered as JSON
  const body = request.method === 'HEAD' || size === 0 ? undefined : await bodyOf(file, range, leftSignal);
  response.statusCode = wanted ? 206 : 200;
  if (wanted) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${size}`);
  response.setHeader('content-length', String(range.end - range.start + 1));
  response.setHeader('content-type', file.mimeType);
  if (file.fileName)
    response.setHeader('content-disposition', contentDisposition(file.fileName, file.isAttachment));
  if (!body || body instanceof Uint8Array) {
    response.end(body);
    return;
  }
  try {
    // `pipeline` leaves its source open when the client left before it began
    if (response.closed) body.destroy();
    else await pipeline(body, response);
  } catch (error) {
    // players close the connection when they seek
    if (!response.destroyed) throw error;
  }
};
