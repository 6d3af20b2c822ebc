import type { ByteSource, StreamInfo } from './byte-source.ts';

const PAGE = Buffer.from('OggS');
const HEADER = 27;
/** The maximum size of a page, in bytes. */
const PAGE_MAX = 65_307;

type Codec = { readonly rate: number; readonly skipped: number };

/** The codec in the first packet: Opus always uses 48 kHz, Vorbis its own rate. Null for other codecs. */
const codecOf = (packet: Buffer): Codec | null => {
  if (packet.toString('latin1', 0, 8) === 'OpusHead' && packet.length >= 19)
    return { rate: 48_000, skipped: packet.readUInt16LE(10) };
  if (packet.toString('latin1', 0, 7) === '\u0001vorbis' && packet.length >= 16)
    return { rate: packet.readUInt32LE(12), skipped: 0 };
  return null;
};

/** OGG with Opus or Vorbis: the duration from the granule position of the last page. */
export const readOgg = async ({ size, read }: ByteSource): Promise<StreamInfo | null> => {
  const first = await read(0, PAGE_MAX);
  if (first.length < HEADER || !first.subarray(0, 4).equals(PAGE)) return null;
  const codec = codecOf(first.subarray(HEADER + (first[26] ?? 0)));
  if (!codec || codec.rate === 0) return null;
  const serial = first.readUInt32LE(14);
  const tail = await read(Math.max(0, size - 2 * PAGE_MAX), 2 * PAGE_MAX);
  for (let at = tail.lastIndexOf(PAGE); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(PAGE, at - 1)) {
    if (at + HEADER > tail.length || tail.readUInt32LE(at + 14) !== serial) continue;
    const granule = tail.readBigInt64LE(at + 6);
    if (granule > 0n)
      return { seconds: Math.max(0, Number(granule) - codec.skipped) / codec.rate, hasVideo: false };
  }
  return { seconds: null, hasVideo: false };
};
