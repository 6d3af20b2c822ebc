import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from './mount-api.ts';
import { type ByteRange, rangeOf } from './range.ts';
import { Refusal } from './refusal.ts';

export type FileAnswer = ({ readonly path: string } | { readonly buffer: Uint8Array }) & {
  readonly mimeType: string;
  /** The opaque part, without quotes; changes when the bytes do. */
  readonly etag: string;
  readonly cacheControl: string;
  /** Shown when saved; stays in the page otherwise. */
  readonly fileName?: string;
};

const contentDisposition = (name: string): string =>
  `inline; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

/**
 * Answers with a file the way RFC 9110 wants it: one range (suffix, open end), If-Range, If-None-Match, HEAD, 416.
 * Several ranges at once answer the whole file. The file is closed as soon as the client leaves.
 * @throws Refusal range-not-satisfiable, not-found
 */
export const sendFile = async ({ request, response }: Exchange, file: FileAnswer): Promise<void> => {
  const size =
    'buffer' in file
      ? file.buffer.byteLength
      : (
          await stat(file.path).catch(() => {
            throw new Refusal('not-found', 'Not found');
          })
        ).size;
  const etag = `"${file.etag}"`;
  response.setHeader('etag', etag);
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('cache-control', file.cacheControl);
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
  response.statusCode = wanted ? 206 : 200;
  if (wanted) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${size}`);
  response.setHeader('content-length', String(range.end - range.start + 1));
  response.setHeader('content-type', file.mimeType);
  if (file.fileName) response.setHeader('content-disposition', contentDisposition(file.fileName));
  if (request.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  if ('buffer' in file) {
    response.end(file.buffer.subarray(range.start, range.end + 1));
    return;
  }
  try {
    await pipeline(createReadStream(file.path, range), response);
  } catch (error) {
    // players and readers leave in the middle on purpose
    if (!response.destroyed) throw error;
  }
};
