import bidiFactory from 'bidi-js';
import { Buffer, Direction, shape } from 'harfbuzzjs';
import type { FontFor, ReceiptFont } from './receipt-fonts.ts';
import { scriptName } from './receipt-text.rules.ts';

/** A glyph, with its offset from the start of its cluster in font units. */
export type PlacedGlyph = { readonly glyph: number; readonly dx: number; readonly dy: number };

/** Letters that are drawn together: their text and their glyphs. */
export type Cluster = {
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** In units of the font. */
  readonly advance: number;
};

/** Clusters of one font in visual order, from left to right. */
export type Run = { readonly font: ReceiptFont; readonly clusters: readonly Cluster[] };

type Item = { readonly font: ReceiptFont; readonly level: number; readonly text: string };

// The types of bidi-js declare a default export, but its CommonJS build exports the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isolates = /[\u2066-\u2069]/g;

const itemsOf = async (text: string, fontFor: FontFor): Promise<Item[]> => {
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr');
  const items: Item[] = [];
  let font: ReceiptFont | null = null;
  for (const { segment, index } of graphemes.segment(text)) {
    const drawn = segment.replace(isolates, '');
    if (drawn === '') continue;
    font = await fontFor(drawn, font);
    if (!font) continue;
    const level = levels[index] ?? 0;
    const last = items.at(-1);
    if (last?.font === font && last.level === level)
      items[items.length - 1] = { ...last, text: last.text + drawn };
    else items.push({ font, level, text: drawn });
  }
  return items;
};

/** Converts logical order to visual order: reverses each level, the highest first (UAX #9, L2). */
const inVisualOrder = (items: readonly Item[]): Item[] => {
  const ordered = [...items];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
        start = end;
      }
    }
  }
  return ordered;
};

/** Shared by all lines: HarfBuzz frees buffers late. Used synchronously only. */
let shared: Buffer | undefined;
const sharedBuffer = (): Buffer => {
  shared ??= new Buffer();
  return shared;
};

const shaped = ({ font, level, text }: Item): Run => {
  const buffer = sharedBuffer();
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shape(font.shaper, buffer);
  const glyphs = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const clusters: { start: number; glyphs: PlacedGlyph[]; advance: number }[] = [];
  for (const { cluster: start, codepoint: glyph, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs) {
    let current = clusters.at(-1);
    if (current?.start !== start) {
      current = { start, glyphs: [], advance: 0 };
      clusters.push(current);
    }
    current.glyphs.push({ glyph, dx: current.advance + xOffset, dy: yOffset });
    current.advance += xAdvance;
  }
  return {
    font,
    clusters: clusters.map(({ start, ...drawn }) => ({
      ...drawn,
      text: text.slice(start, starts[starts.indexOf(start) + 1] ?? text.length),
    })),
  };
};

/**
 * Shapes one line with HarfBuzz: fonts by script, runs in visual order. The base direction is left to right; a part in
 * another direction is in isolates (`isolated`). Letters that no font has are omitted: `readable` replaces them before.
 */
export const shapeLine = async (text: string, fontFor: FontFor): Promise<Run[]> =>
  inVisualOrder(await itemsOf(text, fontFor)).map(shaped);

export const widthOf = (runs: readonly Run[], size: number): number =>
  runs.reduce(
    (width, { font, clusters }) =>
      width + (clusters.reduce((sum, { advance }) => sum + advance, 0) * size) / font.unitsPerEm,
    0,
  );

/** Extents of a line above and below its baseline, in points. */
export const extentOf = (runs: readonly Run[], size: number): { above: number; below: number } => {
  let above = 0;
  let below = 0;
  for (const { font, clusters } of runs)
    for (const { glyphs } of clusters)
      for (const { glyph, dy } of glyphs) {
        const { yBearing = 0, height = 0 } = font.shaper.glyphExtents(glyph) ?? {};
        above = Math.max(above, ((dy + yBearing) * size) / font.unitsPerEm);
        below = Math.max(below, (-(dy + yBearing + height) * size) / font.unitsPerEm);
      }
  return { above, below };
};

/** Replaces letters that no font has by a readable text: `[Thai letters]`. */
export const readable = async (text: string, fontFor: FontFor): Promise<string> => {
  let made = '';
  let missing: string | null = null;
  let font: ReceiptFont | null = null;
  for (const { segment } of graphemes.segment(text)) {
    const found: ReceiptFont | null = segment === ' ' && missing ? null : await fontFor(segment, font);
    if (found) {
      missing = null;
      made += segment;
      font = found;
      continue;
    }
    if (segment === ' ') {
      made += ' ';
      continue;
    }
    const name = scriptName(segment);
    if (name !== missing) made += `[${name}]`;
    missing = name;
  }
  return made.replaceAll(/ +/g, ' ').trim();
};
