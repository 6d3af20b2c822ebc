/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * The range of `size` bytes that a `Range` header requests. Undefined: the whole file (no header, another unit, several
 * ranges, or invalid; RFC 9110 allows to ignore these). `unsatisfiable`: answer 416.
 */
export const rangeOf = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const found = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/.exec(header ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (!found || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
};
