import { createHash } from 'node:crypto';
import type * as PdfLib from '@cantoo/pdf-lib';
import { clusterFont } from './cluster-font.ts';
import { cutFont } from './cut-font.ts';
import type { ReceiptFont } from './receipt-fonts.ts';
import type { Cluster } from './shape-text.ts';

/** A number as four hexadecimal digits, as glyph numbers are written. */
export const hex = (number: number): string => number.toString(16).padStart(4, '0').toUpperCase();
const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');

/** A ToUnicode map in the form readers expect: at most 100 entries in one block. */
const toUnicode = (first: number, clusters: readonly Cluster[]): string => {
  const entries = clusters.map(({ text }, nth) => `<${hex(first + nth)}> <${utf16(text)}>`);
  const blocks = Array.from({ length: Math.ceil(entries.length / 100) }, (_, nth) =>
    entries.slice(nth * 100, nth * 100 + 100),
  );
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
    ...blocks.flatMap((block) => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
};

/** The name of a subset font: six letters that depend on its glyphs, and the name of the font. */
const subsetName = (file: Uint8Array, fontName: string): string => {
  const letters = createHash('sha256').update(file).digest();
  const prefix = Array.from(letters.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26)));
  return `${prefix.join('')}+${fontName}`;
};

type ClusterFont = ReturnType<typeof clusterFont>;

const scaleOf =
  ({ unitsPerEm }: ClusterFont) =>
  (units: number): number =>
    Math.round((units * 100_000) / unitsPerEm) / 100;

/** Registers the file and the measures of a font. @returns the reference of the descriptor */
const registerDescriptor = (
  { context }: PdfLib.PDFDocument,
  name: string,
  made: ClusterFont,
): PdfLib.PDFRef => {
  const scaled = scaleOf(made);
  const { file, box, ascent, descent } = made;
  const fontFile = context.register(context.flateStream(file, { Length1: file.length }));
  return context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: box.map(scaled),
      ItalicAngle: 0,
      Ascent: scaled(ascent),
      Descent: scaled(descent),
      CapHeight: scaled(ascent),
      StemV: 80,
      FontFile2: fontFile,
    }),
  );
};

/** Embeds the used clusters of a font as `ref`. @returns the glyph number of the first one */
export const embedFont = async (
  { pdf, PDFHexString }: { pdf: PdfLib.PDFDocument } & Pick<typeof PdfLib, 'PDFHexString'>,
  font: ReceiptFont,
  { ref, clusters }: { ref: PdfLib.PDFRef; clusters: readonly Cluster[] },
): Promise<number> => {
  const { context } = pdf;
  const glyphs = new Set(clusters.flatMap((cluster) => cluster.glyphs.map(({ glyph }) => glyph)));
  const made = clusterFont(await cutFont(font, glyphs), clusters);
  const scaled = scaleOf(made);
  const name = subsetName(made.file, font.name);
  const descriptor = registerDescriptor(pdf, name, made);
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFHexString.fromText('Adobe'),
        Ordering: PDFHexString.fromText('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      CIDToGIDMap: 'Identity',
      DW: 0,
      W: [made.first, clusters.map(({ advance }) => scaled(Math.max(0, advance)))],
    }),
  );
  const unicode = context.register(context.flateStream(toUnicode(made.first, clusters)));
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    }),
  );
  return made.first;
};
