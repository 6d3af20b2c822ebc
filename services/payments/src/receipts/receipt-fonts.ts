import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lazily } from '@satrangi/chassis';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import { decompress } from 'wawoff2';

/** One weight for all text. */
export const WEIGHT = 400;

export type ReceiptFont = {
  readonly name: string;
  /** A variable TrueType font. */
  readonly bytes: Uint8Array;
  readonly shaper: Font;
  /** Units of the font for one em. */
  readonly unitsPerEm: number;
  readonly hasWeights: boolean;
};

/** The name in the PDF, the scripts it is for, and its file. */
type Source = { readonly name: string; readonly scripts: RegExp; readonly file: string };

const anek = (family: string, subset: string, script: string): Source => ({
  name: `Anek${family[0]?.toUpperCase()}${family.slice(1)}-${subset}`,
  scripts: new RegExp(`\\p{Script=${script}}`, 'u'),
  file: `@fontsource-variable/anek-${family}/files/anek-${family}-${subset}-wght-normal.woff2`,
});
const literata = (subset: string, script: string): Source => ({
  name: `Literata-${subset}`,
  scripts: new RegExp(`\\p{Script=${script}}`, 'u'),
  file: `@fontsource-variable/literata/files/literata-${subset}-wght-normal.woff2`,
});

/** In order of preference. A font is loaded on first use and stays in memory. */
const sources: readonly Source[] = [
  { ...anek('latin', 'latin', 'Latin'), scripts: /[\p{Script=Latin}\p{Script=Common}]/u },
  { ...anek('latin', 'latin-ext', 'Latin'), scripts: /[\p{Script=Latin}\p{Script=Common}]/u },
  anek('latin', 'vietnamese', 'Latin'),
  { ...anek('devanagari', 'devanagari', 'Devanagari'), scripts: /[\p{Script=Devanagari}\u0964\u0965₹]/u },
  anek('bangla', 'bengali', 'Bengali'),
  anek('gurmukhi', 'gurmukhi', 'Gurmukhi'),
  anek('gujarati', 'gujarati', 'Gujarati'),
  anek('odia', 'oriya', 'Oriya'),
  anek('tamil', 'tamil', 'Tamil'),
  anek('telugu', 'telugu', 'Telugu'),
  anek('kannada', 'kannada', 'Kannada'),
  anek('malayalam', 'malayalam', 'Malayalam'),
  {
    name: 'NotoNastaliqUrdu',
    scripts: /[\p{Script=Arabic}\p{Script_Extensions=Arabic}]/u,
    file: '@fontsource-variable/noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-wght-normal.woff2',
  },
  literata('cyrillic', 'Cyrillic'),
  literata('cyrillic-ext', 'Cyrillic'),
  literata('greek', 'Greek'),
  literata('greek-ext', 'Greek'),
];

const open = (name: string, bytes: Uint8Array): ReceiptFont => {
  const face = new Face(new Blob(bytes));
  const shaper = new Font(face);
  const hasWeights = 'wght' in face.getAxisInfos();
  if (hasWeights) shaper.setVariations([new Variation('wght', WEIGHT)]);
  return { name, bytes, shaper, unitsPerEm: face.upem, hasWeights };
};

const loaders = sources.map(({ name, file, scripts }) => ({
  scripts,
  load: lazily(async () => {
    const packed = await readFile(fileURLToPath(import.meta.resolve(file)));
    return open(name, new Uint8Array(await decompress(packed)));
  }),
}));

const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;

/** True when a font has a glyph for every visible letter. */
export const covers = ({ shaper }: ReceiptFont, text: string): boolean =>
  [...text].every((letter) => {
    const glyph = shaper.nominalGlyph(letter.codePointAt(0) ?? 0);
    return (glyph !== undefined && glyph !== 0) || ignorable.test(letter);
  });

export type FontFor = (grapheme: string, current: ReceiptFont | null) => Promise<ReceiptFont | null>;

/**
 * Chooses the font of a grapheme: a mark uses the font of the preceding text; a letter uses the first font of its script
 * that has it, else `RECEIPT_FONT`. Null: no font has it.
 */
export const fontChooser = (extraPath: string | undefined): FontFor => {
  const extra = lazily(async () =>
    extraPath ? open('Extra', new Uint8Array(await readFile(extraPath))) : null,
  );
  return async (grapheme, current) => {
    const isNeutral = !/[\p{L}\p{M}]/u.test(grapheme);
    if (isNeutral && current && covers(current, grapheme)) return current;
    for (const { scripts, load } of loaders) {
      if (!scripts.test(grapheme)) continue;
      const font = await load();
      if (covers(font, grapheme)) return font;
    }
    const font = await extra();
    return font && covers(font, grapheme) ? font : null;
  };
};
