import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lazily } from '@satrangi/chassis';
import { z } from 'zod';
import { type ReceiptFont, WEIGHT } from './receipt-fonts.ts';

/** Constants of HarfBuzz (hb-subset.h, hb-blob.h). */
const DROP_TABLES = 3;
const FLAGS = { noHinting: 0x1, retainNumbers: 0x2, noLayoutClosure: 0x200 };
const READ_ONLY = 1;
const tag = (name: string): number => Buffer.from(name, 'latin1').readUInt32BE();

const call = z.custom<(...numbers: number[]) => number>((value) => typeof value === 'function');
const Subsetter = z.object({
  memory: z.custom<{ readonly buffer: ArrayBuffer }>((value) => value instanceof Object && 'buffer' in value),
  _initialize: call,
  malloc: call,
  hb_blob_create: call,
  hb_blob_destroy: call,
  hb_blob_get_data: call,
  hb_blob_get_length: call,
  hb_face_create: call,
  hb_face_destroy: call,
  hb_face_reference_blob: call,
  hb_set_add: call,
  hb_subset_input_create_or_fail: call,
  hb_subset_input_destroy: call,
  hb_subset_input_glyph_set: call,
  hb_subset_input_pin_axis_location: call,
  hb_subset_input_set: call,
  hb_subset_input_set_flags: call,
  hb_subset_or_fail: call,
});

/** One shared instance, which keeps loaded fonts. Memory of each subset is freed. */
const opened = lazily(async () => {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(new Uint8Array(await readFile(file)));
  const hb = Subsetter.parse(instance.exports);
  hb._initialize();
  return { hb, faces: new WeakMap<Uint8Array, number>() };
});

type Opened = Awaited<ReturnType<typeof opened>>;

const faceOf = ({ hb, faces }: Opened, font: Uint8Array): number => {
  const known = faces.get(font);
  if (known !== undefined) return known;
  const place = hb.malloc(font.byteLength);
  if (!place) throw new Error('no memory for the font');
  new Uint8Array(hb.memory.buffer).set(font, place);
  const blob = hb.hb_blob_create(place, font.byteLength, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  faces.set(font, face);
  return face;
};

/**
 * Subsets a font to the given glyphs, with unchanged glyph numbers and outlines of one weight; character maps and layout
 * tables are dropped. Runs synchronously from the first call to the copy of the result.
 * @throws Error when the font cannot be read
 */
export const cutFont = async (
  { bytes: font, hasWeights, name }: Pick<ReceiptFont, 'bytes' | 'hasWeights' | 'name'>,
  glyphs: ReadonlySet<number>,
): Promise<Uint8Array> => {
  const subsetter = await opened();
  const { hb } = subsetter;
  const face = faceOf(subsetter, font);
  const input = hb.hb_subset_input_create_or_fail();
  if (!input) throw new Error('no memory for the font subset');
  try {
    hb.hb_subset_input_set_flags(input, FLAGS.noHinting | FLAGS.retainNumbers | FLAGS.noLayoutClosure);
    const dropped = hb.hb_subset_input_set(input, DROP_TABLES);
    for (const table of ['GSUB', 'GPOS', 'GDEF', 'name', 'post', 'cmap']) hb.hb_set_add(dropped, tag(table));
    const kept = hb.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) hb.hb_set_add(kept, glyph);
    if (hasWeights && !hb.hb_subset_input_pin_axis_location(input, face, tag('wght'), WEIGHT))
      throw new Error(`${name} could not be instantiated at one weight`);
    const made = hb.hb_subset_or_fail(face, input);
    if (!made) throw new Error(`${name} could not be subset`);
    const blob = hb.hb_face_reference_blob(made);
    const start = hb.hb_blob_get_data(blob, 0);
    const length = hb.hb_blob_get_length(blob);
    const cut = new Uint8Array(hb.memory.buffer).slice(start, start + length);
    hb.hb_blob_destroy(blob);
    hb.hb_face_destroy(made);
    return cut;
  } finally {
    hb.hb_subset_input_destroy(input);
  }
};
