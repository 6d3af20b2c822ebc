import { Blob, Buffer, Face, Feature, Font, shape } from 'harfbuzzjs';

/** Browsers disable ligatures for text with letter spacing. */
const plain = ['liga', 'clig'].map((tag) => new Feature(tag, 0));

type ShapingOptions = { readonly lang: string; readonly features: Feature[] };

/** The shaping options a piece may be rendered with: each language, with and without ligatures. */
const shapingOptionsOf = (langs: readonly string[]): readonly ShapingOptions[] =>
  langs.flatMap((lang) => [
    { lang, features: [] },
    { lang, features: plain },
  ]);

const openFace = (font: Uint8Array): Face => new Face(new Blob(new Uint8Array(font)));

const bufferOf = (piece: string, { lang }: ShapingOptions): Buffer => {
  const buffer = new Buffer();
  buffer.addText(piece);
  buffer.guessSegmentProperties();
  buffer.setLanguage(lang);
  return buffer;
};

/** The characters a font has a glyph for. */
export const charactersOf = (font: Uint8Array): ReadonlySet<string> =>
  new Set(Array.from(openFace(font).collectUnicodes(), (point) => String.fromCodePoint(point)));

/** All glyphs used while shaping these pieces, including intermediate ones. */
export const glyphsUsed = (
  bytes: Uint8Array,
  pieces: readonly string[],
  langs: readonly string[],
): Set<number> => {
  const font = new Font(openFace(bytes));
  const used = new Set<number>();
  for (const options of shapingOptionsOf(langs))
    for (const piece of pieces) {
      const buffer = bufferOf(piece, options);
      let areGlyphs = false;
      buffer.setMessageFunc((now, _font, message) => {
        areGlyphs ||= message.startsWith('start table');
        // Before the first table the buffer contains characters; skipped lookups change nothing.
        if (areGlyphs && !message.startsWith('skipped'))
          for (const { codepoint } of now.getGlyphInfos()) used.add(codepoint);
        return true;
      });
      shape(font, buffer, options.features);
      for (const { codepoint } of buffer.getGlyphInfos()) used.add(codepoint);
    }
  return used;
};

/** The rendering of a piece, independent of glyph ids: outlines and positions. */
const renderingOf = (font: Font, piece: string, options: ShapingOptions): string => {
  const buffer = bufferOf(piece, options);
  shape(font, buffer, options.features);
  const glyphs = buffer.getGlyphInfosAndPositions();
  return JSON.stringify(
    glyphs.map(({ codepoint, cluster, flags: _flags, ...position }) => [
      font.glyphToPath(codepoint),
      position,
    ]),
  );
};

/** True when two fonts render all pieces identically. */
export const rendersEqually = (
  one: Uint8Array,
  other: Uint8Array,
  pieces: readonly string[],
  langs: readonly string[],
): boolean => {
  const left = new Font(openFace(one));
  const right = new Font(openFace(other));
  return shapingOptionsOf(langs).every((options) =>
    pieces.every((piece) => renderingOf(left, piece, options) === renderingOf(right, piece, options)),
  );
};
