import { createHash } from 'node:crypto';
import type { PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { lazily } from '@satrangi/chassis';
import { clusterFont } from './cluster-font.ts';
import { cutFont } from './cut-font.ts';
import type { ReceiptFont } from './receipt-fonts.ts';
import type { Cluster, Run } from './shape-text.ts';

const load = lazily(() => import('@cantoo/pdf-lib'));

/** Fonts of one document, with the glyph number of each cluster used so far. */
type Used = { readonly ref: PDFRef; readonly key: string; readonly clusters: Map<string, Cluster> };

/** The key of a cluster glyph. It includes the advance, which kerning changes. */
const keyOf = ({ text, glyphs, advance }: Cluster): string => JSON.stringify([text, advance, glyphs]);
const hex = (number: number): string => number.toString(16).padStart(4, '0').toUpperCase();
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

export type ReceiptPen = {
  readonly addPage: (width: number, height: number) => PDFPage;
  /** Draws a line on a page; `x`, `y` and `size` in points. */
  readonly write: (page: PDFPage, runs: readonly Run[], at: { x: number; y: number; size: number }) => void;
  /** Embeds the used glyphs of the fonts. */
  readonly save: () => Promise<Uint8Array>;
};

/** Creates a document without identifying metadata. */
export const openReceiptPen = async (): Promise<ReceiptPen> => {
  const { PDFDocument, PDFHexString, PDFName, PDFOperator, PDFOperatorNames, PDFNumber } = await load();
  const pdf: PDFDocument = await PDFDocument.create();
  pdf.setTitle('Receipt');
  pdf.setProducer('');
  pdf.setCreator('');
  const { context } = pdf;
  const fonts = new Map<ReceiptFont, Used>();
  /** Text is written after the glyph numbers of each font are known. */
  const waiting: { page: PDFPage; runs: readonly Run[]; at: { x: number; y: number; size: number } }[] = [];

  const use = (font: ReceiptFont): Used => {
    const known = fonts.get(font);
    if (known) return known;
    const used = { ref: context.nextRef(), key: `F${fonts.size + 1}`, clusters: new Map() };
    fonts.set(font, used);
    return used;
  };

  const embed = async (font: ReceiptFont, { ref, clusters }: Used): Promise<number> => {
    const all = [...clusters.values()];
    const glyphs = new Set(all.flatMap((cluster) => cluster.glyphs.map(({ glyph }) => glyph)));
    const made = clusterFont(await cutFont(font, glyphs), all);
    const { first, unitsPerEm, box, ascent, descent } = made;
    const scaled = (units: number): number => Math.round((units * 100_000) / unitsPerEm) / 100;
    const letters = createHash('sha256').update(made.file).digest();
    const prefix = Array.from(letters.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26)));
    const name = `${prefix.join('')}+${font.name}`;
    const fontFile = context.register(context.flateStream(made.file, { Length1: made.file.length }));
    const descriptor = context.register(
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
        W: [first, all.map(({ advance }) => scaled(Math.max(0, advance)))],
      }),
    );
    const unicode = context.register(context.flateStream(toUnicode(first, all)));
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
    return first;
  };

  return {
    addPage: (width, height) => pdf.addPage([width, height]),
    write: (page, runs, at) => {
      for (const { font, clusters } of runs) {
        const used = use(font);
        for (const cluster of clusters) used.clusters.set(keyOf(cluster), cluster);
      }
      waiting.push({ page, runs, at });
    },
    save: async () => {
      const firsts = new Map<ReceiptFont, number>();
      for (const [font, used] of fonts) firsts.set(font, await embed(font, used));
      const numbers = new Map(
        Array.from(fonts, ([font, { clusters }]) => [
          font,
          new Map(Array.from(clusters.keys(), (key, nth) => [key, (firsts.get(font) ?? 0) + nth])),
        ]),
      );
      for (const { page, runs, at } of waiting) {
        let { x } = at;
        for (const { font, clusters } of runs) {
          const { ref, key } = use(font);
          page.node.setFontDictionary(PDFName.of(key), ref);
          const codes = clusters.map((cluster) => hex(numbers.get(font)?.get(keyOf(cluster)) ?? 0)).join('');
          const place = [1, 0, 0, 1, x, at.y].map((number) => PDFNumber.of(Math.round(number * 1000) / 1000));
          page.pushOperators(
            PDFOperator.of(PDFOperatorNames.BeginText),
            PDFOperator.of(PDFOperatorNames.SetFontAndSize, [PDFName.of(key), PDFNumber.of(at.size)]),
            PDFOperator.of(PDFOperatorNames.SetTextMatrix, place),
            PDFOperator.of(PDFOperatorNames.ShowText, [PDFHexString.of(codes)]),
            PDFOperator.of(PDFOperatorNames.EndText),
          );
          x += (clusters.reduce((sum, { advance }) => sum + advance, 0) * at.size) / font.unitsPerEm;
        }
      }
      return pdf.save();
    },
  };
};
