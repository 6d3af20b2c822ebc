/** The bytes of one HTTP request. */
export type RawRequest = Buffer;

export const rawRequest = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): RawRequest => {
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

export const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/** Length of the response that begins with these bytes; null while it is unknown. */
const responseLength = (bytes: Buffer): number | null => {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  const at = head.indexOf('content-length:');
  if (at >= 0) return end + HEAD_END.length + Number.parseInt(head.slice(at + 15), 10);
  if (!head.includes('transfer-encoding: chunked')) return end + HEAD_END.length;
  return bytes.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK ? bytes.length : null;
};

/** Length of the bytes that contain the status: `HTTP/1.1 200`. */
const STATUS_END = 12;

export const statusOf = (firstBytes: Buffer | undefined): number =>
  Number(firstBytes?.toString('latin1', 9, STATUS_END));

/**
 * Splits the data of a connection into responses and calls `onResponse` with the pieces of each; the first piece contains
 * the head. With `isMemoryReused` the caller reuses its read buffer: then the only piece is a copy of the status line
 * prefix, and no body is kept.
 */
export const readResponses = (
  onResponse: (pieces: readonly Buffer[]) => void,
  { isMemoryReused = false }: { readonly isMemoryReused?: boolean } = {},
): ((part: Buffer) => void) => {
  let parts: Buffer[] = [];
  let receivedBytes = 0;
  let expectedBytes: number | null = null;
  return (part) => {
    receivedBytes += part.length;
    if (expectedBytes === null) {
      const whole: Buffer = parts.length === 0 ? part : Buffer.concat([...parts, part]);
      expectedBytes = responseLength(whole);
      parts = [
        isMemoryReused ? Buffer.from(expectedBytes === null ? whole : whole.subarray(0, STATUS_END)) : whole,
      ];
    } else if (!isMemoryReused) parts.push(part);
    if (expectedBytes === null || receivedBytes < expectedBytes) return;
    const pieces = parts;
    parts = [];
    receivedBytes = 0;
    expectedBytes = null;
    onResponse(pieces);
  };
};
