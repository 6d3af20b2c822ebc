import type { ByteSource, StreamInfo } from './byte-source.ts';

/** kbit/s by version (1, or 2 and 2.5) of Layer III. */
const BITRATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const RATES = [44_100, 48_000, 32_000] as const;
/** The first frame must start within this many bytes of audio data. */
const SEARCH = 256 * 1024;

type Frame = {
  /** In bytes, including the header. */
  readonly length: number;
  readonly rate: number;
  readonly samples: number;
  /** In bits per second. */
  readonly bitrate: number;
  /** The offset of a VBR header after the frame header. */
  readonly sideInfo: number;
};

/** The frame whose header is at this offset, or null. Layer III only. */
const frameAt = (memory: Buffer, at: number): Frame | null => {
  if (at + 4 > memory.length || memory[at] !== 0xff) return null;
  const [, second = 0, third = 0, fourth = 0] = memory.subarray(at, at + 4);
  const version = (second >> 3) & 3;
  if ((second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return null;
  const isFirst = version === 3;
  const bitrate = (BITRATES[isFirst ? 1 : 2][third >> 4] ?? 0) * 1_000;
  const base = RATES[(third >> 2) & (3 as 0 | 1 | 2)];
  if (bitrate === 0 || base === undefined) return null;
  const rate = base / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1_152 : 576;
  const isMono = fourth >> 6 === 3;
  return {
    length: Math.floor((samples / 8) * (bitrate / rate)) + ((third >> 1) & 1),
    rate,
    samples,
    bitrate,
    sideInfo: isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17,
  };
};

/** The offset of the audio data after ID3 tags. */
const audioStart = async ({ read }: ByteSource): Promise<number> => {
  const head = await read(0, 10);
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  return 10 + size + ((head[5] ?? 0) & 0x10 ? 10 : 0);
};

/** The frame count in a Xing, LAME or VBRI header; null without one. */
const declaredFrames = (memory: Buffer, at: number, frame: Frame): number | null => {
  const xing = at + 4 + frame.sideInfo;
  const mark = memory.toString('latin1', xing, xing + 4);
  if ((mark === 'Xing' || mark === 'Info') && xing + 12 <= memory.length)
    return (memory.readUInt32BE(xing + 4) & 1) === 1 ? memory.readUInt32BE(xing + 8) : null;
  const vbri = at + 36;
  if (memory.toString('latin1', vbri, vbri + 4) === 'VBRI' && vbri + 18 <= memory.length)
    return memory.readUInt32BE(vbri + 14);
  return null;
};

/** The average over the frames in memory: exact for a constant bit rate, an estimate otherwise. */
const averageBitrate = (memory: Buffer, start: number): number => {
  let [sum, count] = [0, 0];
  for (let at = start; ; count += 1) {
    const frame = frameAt(memory, at);
    if (!frame) return count === 0 ? 0 : sum / count;
    sum += frame.bitrate;
    at += frame.length;
  }
};

/** MP3: the duration from its header, else from size and bit rate. Requires two consecutive frames. */
export const readMp3 = async (bytes: ByteSource): Promise<StreamInfo | null> => {
  const start = await audioStart(bytes);
  if (start >= bytes.size) return null;
  const memory = await bytes.read(start, SEARCH);
  for (let at = 0; at < memory.length; at += 1) {
    const frame = frameAt(memory, at);
    if (!frame) continue;
    const isLast = start + at + frame.length >= bytes.size;
    if (!isLast && at + frame.length + 4 <= memory.length && !frameAt(memory, at + frame.length)) continue;
    const frames = declaredFrames(memory, at, frame);
    const seconds = frames
      ? (frames * frame.samples) / frame.rate
      : ((bytes.size - start - at) * 8) / averageBitrate(memory, at);
    return { seconds, hasVideo: false };
  }
  return null;
};
