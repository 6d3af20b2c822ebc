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

export const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/** How long a whole answer is that begins with these bytes; null while that can not be known. */
const answerLength = (bytes: Buffer): number | null => {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  const at = head.indexOf('content-length:');
  if (at >= 0) return end + HEAD_END.length + Number.parseInt(head.slice(at + 15), 10);
  if (!head.includes('transfer-encoding: chunked')) return end + HEAD_END.length;
  return bytes.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK ? bytes.length : null;
};

/** What of an answer tells its status: `HTTP/1.1 200`. */
const STATUS_END = 12;

export const statusOf = (begin: Buffer | undefined): number =>
  Number(begin?.toString('latin1', 9, STATUS_END));

/**
 * Takes what comes on a connection with one request at a time, and calls `hear` with the pieces of each whole answer; the
 * first one holds its head. With `isMemoryReused` the next part comes into the memory of the last one: then the one piece is
 * a copy of what tells the status, and no body is kept.
 */
export const answersTo = (
  hear: (pieces: readonly Buffer[]) => void,
  { isMemoryReused = false }: { readonly isMemoryReused?: boolean } = {},
): ((part: Buffer) => void) => {
  let parts: Buffer[] = [];
  let have = 0;
  let need: number | null = null;
  return (part) => {
    have += part.length;
    if (need === null) {
      const whole: Buffer = parts.length === 0 ? part : Buffer.concat([...parts, part]);
      need = answerLength(whole);
      parts = [isMemoryReused ? Buffer.from(need === null ? whole : whole.subarray(0, STATUS_END)) : whole];
    } else if (!isMemoryReused) parts.push(part);
    if (need === null || have < need) return;
    const pieces = parts;
    parts = [];
    have = 0;
    need = null;
    hear(pieces);
  };
};
