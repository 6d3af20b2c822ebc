import { Blob, Buffer, Face, Feature, Font, shape } from 'harfbuzzjs';

/** Letters that are spaced out or pressed together are set without their ornamental joins. */
const plain = ['liga', 'clig'].map((tag) => new Feature(tag, 0));

type Way = { readonly lang: string; readonly features: Feature[] };

/** A piece may be set in each of the script's languages, with and without ornament. */
const waysOf = (langs: readonly string[]): readonly Way[] =>
  langs.flatMap((lang) => [
    { lang, features: [] },
    { lang, features: plain },
  ]);

const openFace = (font: Uint8Array): Face => new Face(new Blob(new Uint8Array(font)));

const filled = (piece: string, { lang }: Way): Buffer => {
  const buffer = new Buffer();
  buffer.addText(piece);
  buffer.guessSegmentProperties();
  buffer.setLanguage(lang);
  return buffer;
};

/** Letters a font has a glyph for. */
export const lettersOf = (font: Uint8Array): ReadonlySet<string> =>
  new Set(Array.from(openFace(font).collectUnicodes(), (point) => String.fromCodePoint(point)));

/** Every glyph that is met while these pieces are set, those on the way to the last one too. */
export const shapesMet = (
  bytes: Uint8Array,
  pieces: readonly string[],
  langs: readonly string[],
): Set<number> => {
  const font = new Font(openFace(bytes));
  const met = new Set<number>();
  for (const way of waysOf(langs))
    for (const piece of pieces) {
      const buffer = filled(piece, way);
      let areGlyphs = false;
      buffer.setMessageFunc((now, _font, message) => {
        areGlyphs ||= message.startsWith('start table');
        // until then the buffer holds letters; what was skipped changed nothing
        if (areGlyphs && !message.startsWith('skipped'))
          for (const { codepoint } of now.getGlyphInfos()) met.add(codepoint);
        return true;
      });
      shape(font, buffer, way.features);
      for (const { codepoint } of buffer.getGlyphInfos()) met.add(codepoint);
    }
  return met;
};

/** How a font draws a piece: outlines and where they stand, whatever its glyphs are numbered. */
const drawn = (font: Font, piece: string, way: Way): string => {
  const buffer = filled(piece, way);
  shape(font, buffer, way.features);
  const glyphs = buffer.getGlyphInfosAndPositions();
  return JSON.stringify(
    glyphs.map(({ codepoint, cluster, flags: _flags, ...position }) => [
      font.glyphToPath(codepoint),
      position,
    ]),
  );
};

/** Whether two fonts draw all pieces alike. */
export const drawsAlike = (
  one: Uint8Array,
  other: Uint8Array,
  pieces: readonly string[],
  langs: readonly string[],
): boolean => {
  const left = new Font(openFace(one));
  const right = new Font(openFace(other));
  return waysOf(langs).every((way) =>
    pieces.every((piece) => drawn(left, piece, way) === drawn(right, piece, way)),
  );
};
