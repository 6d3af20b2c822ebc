import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/*
 * Calls HarfBuzz directly: the published wrapper (subset-font) subsets by letters only, and title fonts are subset by glyph
 * ids (decision 0030).
 */

/** Constants of hb-subset.h and hb-blob.h. */
const LAYOUT_FEATURES = 6;
const NO_LAYOUT_CLOSURE = 0x200;
const WRITABLE = 2;
const WEIGHT_AXIS = 0x77676874;

const call = z.custom<(...numbers: number[]) => number>((value) => typeof value === 'function');
const Subsetter = z.object({
  memory: z.custom<{ readonly buffer: ArrayBuffer }>((value) => value instanceof Object && 'buffer' in value),
  _initialize: call,
  malloc: call,
  hb_blob_create: call,
  hb_blob_get_data: call,
  hb_blob_get_length: call,
  hb_face_create: call,
  hb_face_reference_blob: call,
  hb_set_add: call,
  hb_set_clear: call,
  hb_set_invert: call,
  hb_subset_input_create_or_fail: call,
  hb_subset_input_get_flags: call,
  hb_subset_input_glyph_set: call,
  hb_subset_input_pin_axis_location: call,
  hb_subset_input_set: call,
  hb_subset_input_set_flags: call,
  hb_subset_input_unicode_set: call,
  hb_subset_or_fail: call,
});

const load = async (): Promise<z.infer<typeof Subsetter>> => {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(new Uint8Array(await readFile(file)));
  const wasm = Subsetter.parse(instance.exports);
  wasm._initialize();
  return wasm;
};

type SubsetOptions = {
  readonly letters: string;
  /** Glyph ids to keep, instead of the glyph closure of the letters. */
  readonly glyphs?: ReadonlySet<number>;
  /** The weight to keep of a variable font. */
  readonly weight?: number;
};

/**
 * Subsets a font. Its WebAssembly memory is freed only when the process exits.
 * @throws when the font cannot be read
 */
export const subset = async (
  font: Uint8Array,
  { letters, glyphs, weight }: SubsetOptions,
): Promise<Uint8Array> => {
  const hb = await load();
  const bytes = (): Uint8Array => new Uint8Array(hb.memory.buffer);
  const input = hb.hb_subset_input_create_or_fail();
  const address = hb.malloc(font.byteLength);
  if (!input || !address) throw new Error('no memory for the font');
  bytes().set(font, address);
  const face = hb.hb_face_create(hb.hb_blob_create(address, font.byteLength, WRITABLE, 0, 0), 0);
  const features = hb.hb_subset_input_set(input, LAYOUT_FEATURES);
  hb.hb_set_clear(features);
  hb.hb_set_invert(features);
  const unicodes = hb.hb_subset_input_unicode_set(input);
  for (const letter of letters) hb.hb_set_add(unicodes, letter.codePointAt(0) ?? 0);
  if (glyphs) {
    hb.hb_subset_input_set_flags(input, hb.hb_subset_input_get_flags(input) | NO_LAYOUT_CLOSURE);
    const glyphSet = hb.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) hb.hb_set_add(glyphSet, glyph);
  }
  if (weight && !hb.hb_subset_input_pin_axis_location(input, face, WEIGHT_AXIS, weight))
    throw new Error('the font has no weight axis');
  const made = hb.hb_subset_or_fail(face, input);
  if (!made) throw new Error('the font could not be subset');
  const blob = hb.hb_face_reference_blob(made);
  const start = hb.hb_blob_get_data(blob, 0);
  return bytes().slice(start, start + hb.hb_blob_get_length(blob));
};
