/** Minimal valid audio and video files, built byte by byte. */

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const track = (fileKind: 'video' | 'audio'): Buffer => {
  const handler = Buffer.alloc(24);
  handler.write(fileKind === 'video' ? 'vide' : 'soun', 8, 'latin1');
  return box('trak', box('mdia', box('hdlr', handler)));
};

/** An MP4, or an M4A for `audio`, with the `moov` box at the end. */
export const mp4Of = ({
  seconds,
  fileKind,
  brand = fileKind === 'video' ? 'isom' : 'M4A ',
}: {
  readonly seconds: number;
  readonly fileKind: 'video' | 'audio';
  readonly brand?: string;
}): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(600, 12);
  header.writeUInt32BE(seconds * 600, 16);
  const kind = Buffer.alloc(12);
  kind.write(brand, 0, 'latin1');
  kind.write('mp42', 8, 'latin1');
  const tracks = fileKind === 'video' ? [track('audio'), track('video')] : [track('audio')];
  return new Uint8Array(
    Buffer.concat([
      box('ftyp', kind),
      box('mdat', Buffer.alloc(5_000, 7)),
      box('moov', box('mvhd', header), ...tracks),
    ]),
  );
};

/** MPEG 1 Layer III, 128 kbit/s, 44.1 kHz: a frame of 417 bytes lasts 26.1 ms. */
export const mp3Of = (frames: number, tag = 0): Uint8Array<ArrayBuffer> => {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  const id3 =
    tag === 0
      ? Buffer.alloc(0)
      : Buffer.concat([
          Buffer.from('ID3\u0004\u0000\u0000'),
          Buffer.from([0, 0, tag >> 7, tag & 127]),
          Buffer.alloc(tag),
        ]);
  return new Uint8Array(Buffer.concat([id3, ...Array.from({ length: frames }, () => frame)]));
};

const oggPage = (granule: bigint, flags: number, packet: Buffer): Buffer => {
  const head = Buffer.alloc(28);
  head.write('OggS', 0, 'latin1');
  head[5] = flags;
  head.writeBigInt64LE(granule, 6);
  head.writeUInt32LE(7, 14);
  head[26] = 1;
  head[27] = packet.length;
  return Buffer.concat([head, packet]);
};

/** OGG with Opus. */
export const oggOf = (seconds: number): Uint8Array<ArrayBuffer> => {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.set([1, 1], 8);
  head.writeUInt16LE(312, 10);
  head.writeUInt32LE(48_000, 12);
  return new Uint8Array(
    Buffer.concat([
      oggPage(0n, 2, head),
      oggPage(0n, 0, Buffer.from('OpusTags')),
      oggPage(BigInt(seconds * 48_000 + 312), 4, Buffer.alloc(100)),
    ]),
  );
};

const element = (id: readonly number[], ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([
    Buffer.from(id),
    Buffer.from([0x40 | (content.length >> 8), content.length & 0xff]),
    content,
  ]);
};

/** WebM; without `seconds` it has no duration, like a browser recording. */
export const webmOf = (
  seconds: number | null,
  fileKind: 'video' | 'audio' = 'video',
): Uint8Array<ArrayBuffer> => {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE((seconds ?? 0) * 1_000);
  const scale = Buffer.from([0x0f, 0x42, 0x40]);
  return new Uint8Array(
    Buffer.concat([
      element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
      element(
        [0x18, 0x53, 0x80, 0x67],
        element(
          [0x15, 0x49, 0xa9, 0x66],
          element([0x2a, 0xd7, 0xb1], scale),
          ...(seconds === null ? [] : [element([0x44, 0x89], duration)]),
        ),
        element(
          [0x16, 0x54, 0xae, 0x6b],
          element([0xae], element([0x83], Buffer.from([fileKind === 'video' ? 1 : 2]))),
        ),
      ),
    ]),
  );
};
