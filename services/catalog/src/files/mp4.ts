import type { ByteSource, StreamInfo } from './byte-source.ts';

type Box = { readonly type: string; readonly start: number; readonly end: number };

/** An upper bound for sibling boxes, against malformed files. */
const BOXES_MAX = 2_000;
/** An upper bound for the size of the `moov` box; films of many hours are below it. */
const MOOV_MAX = 64 * 1024 * 1024;

/** The box at an offset: its type and the range of its content; null when it exceeds `end`. */
const boxAt = (header: Buffer, at: number, end: number): (Box & { next: number }) | null => {
  if (header.length < 8) return null;
  const short = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, 8);
  if (short === 1 && header.length < 16) return null;
  const size = short === 0 ? end - at : short === 1 ? Number(header.readBigUInt64BE(8)) : short;
  const head = short === 1 ? 16 : 8;
  if (size < head || at + size > end) return null;
  return { type, start: at + head, end: at + size, next: at + size };
};

/** The direct child boxes of a range. */
const boxesIn = (memory: Buffer, start: number, end: number): Box[] => {
  const boxes: Box[] = [];
  for (let at = start; at < end && boxes.length < BOXES_MAX; ) {
    const box = boxAt(memory.subarray(at, at + 16), at, end);
    if (!box) break;
    boxes.push(box);
    at = box.next;
  }
  return boxes;
};

const findMoov = async ({ size, read }: ByteSource): Promise<Buffer | null> => {
  for (let at = 0, seen = 0; at < size && seen < BOXES_MAX; seen += 1) {
    const box = boxAt(await read(at, 16), at, size);
    if (!box) return null;
    if (box.type === 'moov')
      return box.end - box.start > MOOV_MAX ? null : read(box.start, box.end - box.start);
    at = box.next;
  }
  return null;
};

const secondsOf = (moov: Buffer, header: Box): number | null => {
  const isLong = moov[header.start] === 1;
  const at = header.start + (isLong ? 20 : 12);
  if (at + (isLong ? 12 : 8) > header.end) return null;
  const scale = moov.readUInt32BE(at);
  const length = isLong ? Number(moov.readBigUInt64BE(at + 4)) : moov.readUInt32BE(at + 4);
  const unknown = isLong ? length > 2 ** 63 : length === 0xff_ff_ff_ff;
  return scale === 0 || unknown || length === 0 ? null : length / scale;
};

const isVideoTrack = (moov: Buffer, track: Box): boolean =>
  boxesIn(moov, track.start, track.end)
    .filter(({ type }) => type === 'mdia')
    .flatMap(({ start, end }) => boxesIn(moov, start, end))
    .some(
      ({ type, start, end }) =>
        type === 'hdlr' && end - start >= 12 && moov.toString('latin1', start + 8, start + 12) === 'vide',
    );

/** MP4 and M4A: the duration from `mvhd`, and whether there is a video track. */
export const readMp4 = async (bytes: ByteSource): Promise<StreamInfo | null> => {
  const moov = await findMoov(bytes);
  if (!moov) return null;
  const boxes = boxesIn(moov, 0, moov.length);
  const header = boxes.find(({ type }) => type === 'mvhd');
  const tracks = boxes.filter(({ type }) => type === 'trak');
  if (!header || tracks.length === 0) return null;
  return { seconds: secondsOf(moov, header), hasVideo: tracks.some((track) => isVideoTrack(moov, track)) };
};
