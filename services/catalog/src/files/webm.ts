import type { ByteSource, StreamInfo } from './byte-source.ts';

const SEGMENT = 0x18_53_80_67;
const INFO = 0x15_49_a9_66;
const TRACKS = 0x16_54_ae_6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const TIME_SCALE = 0x2a_d7_b1;
const DURATION = 0x44_89;
const VIDEO = 1;
const ELEMENTS_MAX = 500;
const HEADER_MAX = 4 * 1024 * 1024;

type Element = { readonly id: number; readonly start: number; readonly end: number };

/** A variable-length integer; `keepMark` keeps the length marker, for ids. Null when truncated or malformed. */
const variableAt = (
  memory: Buffer,
  at: number,
  keepMark: boolean,
): { value: number; length: number } | null => {
  const first = memory[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > memory.length) return null;
  let value = keepMark ? first : first & (0xff >> length);
  let isUnknown = !keepMark && value === 0xff >> length;
  for (let n = 1; n < length; n += 1) {
    const next = memory[at + n] ?? 0;
    isUnknown &&= next === 0xff;
    value = value * 256 + next;
  }
  return { value: isUnknown ? Number.POSITIVE_INFINITY : value, length };
};

const elementAt = (memory: Buffer, at: number, offset: number, limit: number): Element | null => {
  const id = variableAt(memory, at, true);
  const size = id && variableAt(memory, at + id.length, false);
  if (!size) return null;
  const start = offset + at + id.length + size.length;
  const end = Math.min(start + size.value, limit);
  return { id: id.value, start, end };
};

const elementsIn = (memory: Buffer): Element[] => {
  const elements: Element[] = [];
  for (let at = 0; at < memory.length && elements.length < ELEMENTS_MAX; ) {
    const element = elementAt(memory, at, 0, memory.length);
    if (!element) break;
    elements.push(element);
    at = element.end;
  }
  return elements;
};

const numberIn = (memory: Buffer, { start, end }: Element): number => {
  let value = 0;
  for (const byte of memory.subarray(start, Math.min(end, start + 8))) value = value * 256 + byte;
  return value;
};
const floatIn = (memory: Buffer, { start, end }: Element): number | null =>
  end - start === 8 ? memory.readDoubleBE(start) : end - start === 4 ? memory.readFloatBE(start) : null;

const secondsOf = (info: Buffer): number | null => {
  const elements = elementsIn(info);
  const scale = elements.find(({ id }) => id === TIME_SCALE);
  const duration = elements.find(({ id }) => id === DURATION);
  const length = duration && floatIn(info, duration);
  if (!length || !Number.isFinite(length) || length < 0) return null;
  return (length * (scale ? numberIn(info, scale) : 1_000_000)) / 1e9;
};

const hasVideoIn = (tracks: Buffer): boolean =>
  elementsIn(tracks)
    .filter(({ id }) => id === TRACK_ENTRY)
    .some((entry) => {
      const memory = tracks.subarray(entry.start, entry.end);
      return elementsIn(memory).some(
        (element) => element.id === TRACK_TYPE && numberIn(memory, element) === VIDEO,
      );
    });

/** WebM: the duration when it is present (often absent in browser recordings), and whether there is a video track. */
export const readWebm = async ({ size, read }: ByteSource): Promise<StreamInfo | null> => {
  let seconds: number | null = null;
  let tracks: Buffer | undefined;
  let at = 0;
  for (let seen = 0; at < size && seen < ELEMENTS_MAX; seen += 1) {
    const element = elementAt(await read(at, 16), 0, at, size);
    if (!element) break;
    const content = async (): Promise<Buffer> =>
      read(element.start, Math.min(element.end - element.start, HEADER_MAX));
    if (element.id === INFO) seconds = secondsOf(await content());
    if (element.id === TRACKS) tracks = await content();
    if (tracks && seconds !== null) break;
    at = element.id === SEGMENT ? element.start : element.end;
  }
  return tracks ? { seconds, hasVideo: hasVideoIn(tracks) } : null;
};
