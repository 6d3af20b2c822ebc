import type { Cluster } from './shape-text.ts';

/** Tables a PDF needs of a TrueType font. */
const kept = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const;
type Table = (typeof kept)[number];

/** Composite glyph flags: arguments are words, arguments are offsets, more components. */
const WORDS = 0x1;
const OFFSETS = 0x2;
const MORE = 0x20;

export type ClusterFont = {
  readonly file: Uint8Array;
  /** Number of the glyph of the first cluster; the others follow. */
  readonly first: number;
  readonly unitsPerEm: number;
  readonly box: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
};

const tablesOf = (font: Buffer): Record<Table, Buffer> => {
  const count = font.readUInt16BE(4);
  const found = new Map<string, Buffer>();
  for (let nth = 0; nth < count; nth += 1) {
    const entry = 12 + nth * 16;
    const offset = font.readUInt32BE(entry + 8);
    const length = font.readUInt32BE(entry + 12);
    found.set(font.toString('latin1', entry, entry + 4), font.subarray(offset, offset + length));
  }
  const table = (name: Table): Buffer => {
    const bytes = found.get(name);
    if (!bytes) throw new Error(`the font has no ${name}: it is not TrueType`);
    return bytes;
  };
  return {
    glyf: found.get('glyf') ?? Buffer.alloc(0),
    head: table('head'),
    hhea: table('hhea'),
    hmtx: table('hmtx'),
    loca: table('loca'),
    maxp: table('maxp'),
  };
};

const int16 = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [nth, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, nth * 2);
  return bytes;
};

type Box = readonly [number, number, number, number];

/** Composes one glyph from the glyphs of a cluster. Empty when none of them has an outline. */
const composite = (
  { glyphs }: Cluster,
  outlineOf: (glyph: number) => Buffer,
): { bytes: Buffer; box: Box } => {
  const parts = glyphs
    .map(({ glyph, dx, dy }) => ({
      glyph,
      dx: Math.round(dx),
      dy: Math.round(dy),
      outline: outlineOf(glyph),
    }))
    .filter(({ outline }) => outline.length > 0);
  if (parts.length === 0) return { bytes: Buffer.alloc(0), box: [0, 0, 0, 0] };
  const side = (at: number, of: 'dx' | 'dy', pick: (...numbers: number[]) => number): number =>
    pick(...parts.map((part) => part.outline.readInt16BE(2 + at * 2) + part[of]));
  const box: Box = [
    side(0, 'dx', Math.min),
    side(1, 'dy', Math.min),
    side(2, 'dx', Math.max),
    side(3, 'dy', Math.max),
  ];
  const bytes = Buffer.concat([
    int16([-1, ...box]),
    ...parts.map(({ glyph, dx, dy }, nth) =>
      int16([WORDS | OFFSETS | (nth < parts.length - 1 ? MORE : 0), glyph, dx, dy]),
    ),
  ]);
  return { bytes, box };
};

const checksum = (bytes: Buffer): number => {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
};

const fileOf = (tables: Record<Table, Buffer>): Uint8Array => {
  const header = Buffer.alloc(12 + kept.length * 16);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(kept.length, 4);
  header.writeUInt16BE(64, 6);
  header.writeUInt16BE(2, 8);
  header.writeUInt16BE(kept.length * 16 - 64, 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [nth, name] of kept.entries()) {
    const bytes = tables[name];
    const entry = 12 + nth * 16;
    header.write(name, entry, 'latin1');
    header.writeUInt32BE(checksum(bytes), entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return new Uint8Array(Buffer.concat(parts));
};

/**
 * Creates a font in which each cluster is one composite glyph. So `ToUnicode` maps each glyph to its letters, including
 * marks and conjuncts, and copied text equals the original text.
 * @param cut TrueType, with the glyphs of the clusters under their own numbers
 */
export const clusterFont = (cut: Uint8Array, clusters: readonly Cluster[]): ClusterFont => {
  const { glyf, head, hhea, hmtx, loca, maxp } = tablesOf(Buffer.from(cut));
  const first = maxp.readUInt16BE(4);
  const isLong = head.readInt16BE(50) === 1;
  const placeOf = (glyph: number): number =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const outlineOf = (glyph: number): Buffer => glyf.subarray(placeOf(glyph), placeOf(glyph + 1));
  const metrics = hhea.readUInt16BE(34);
  const advanceOf = (glyph: number): number => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4);
  const bearingOf = (glyph: number): number =>
    glyph < metrics ? hmtx.readInt16BE(glyph * 4 + 2) : hmtx.readInt16BE(metrics * 4 + (glyph - metrics) * 2);

  const made = clusters.map((cluster) => composite(cluster, outlineOf));
  const count = first + made.length;
  const places = Buffer.alloc((count + 1) * 4);
  for (let glyph = 0; glyph <= first; glyph += 1) places.writeUInt32BE(placeOf(glyph), glyph * 4);
  let end = placeOf(first);
  const outlines: Buffer[] = [glyf.subarray(0, end)];
  for (const [nth, { bytes }] of made.entries()) {
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 4 === 0 ? 0 : 4 - (bytes.length % 4))]);
    outlines.push(padded);
    end += padded.length;
    places.writeUInt32BE(end, (first + nth + 1) * 4);
  }
  const widths = Buffer.concat([
    ...Array.from({ length: first }, (_, glyph) => int16([advanceOf(glyph), bearingOf(glyph)])),
    ...made.map(({ box }, nth) => int16([Math.max(0, Math.round(clusters[nth]?.advance ?? 0)), box[0]])),
  ]);
  const newHead = Buffer.from(head);
  newHead.writeUInt32BE(0, 8);
  newHead.writeInt16BE(1, 50);
  const newHhea = Buffer.from(hhea);
  newHhea.writeUInt16BE(count, 34);
  const newMaxp = Buffer.from(maxp);
  newMaxp.writeUInt16BE(count, 4);
  // Points, contours, parts and depth of composites.
  for (const [at, limit] of [
    [10, 8_192],
    [12, 512],
    [28, 64],
    [30, 8],
  ] as const)
    newMaxp.writeUInt16BE(Math.max(limit, newMaxp.readUInt16BE(at)), at);
  const sides = [36, 38, 40, 42].map((at) => head.readInt16BE(at));
  const [xMin = 0, yMin = 0, xMax = 0, yMax = 0] = sides;
  return {
    file: fileOf({
      glyf: Buffer.concat(outlines),
      head: newHead,
      hhea: newHhea,
      hmtx: widths,
      loca: places,
      maxp: newMaxp,
    }),
    first,
    unitsPerEm: head.readUInt16BE(18),
    box: [xMin, yMin, xMax, yMax],
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
  };
};
