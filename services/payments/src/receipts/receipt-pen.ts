import type * as PdfLib from '@cantoo/pdf-lib';
import { lazily } from '@satrangi/chassis';
import { embedFont, hex } from './embed-font.ts';
import type { ReceiptFont } from './receipt-fonts.ts';
import type { Cluster, Run } from './shape-text.ts';

const load = lazily(() => import('@cantoo/pdf-lib'));

/** Fonts of one document, with the glyph number of each cluster used so far. */
type Used = { readonly ref: PdfLib.PDFRef; readonly key: string; readonly clusters: Map<string, Cluster> };

/** The key of a cluster glyph. It includes the advance, which kerning changes. */
const keyOf = ({ text, glyphs, advance }: Cluster): string => JSON.stringify([text, advance, glyphs]);

type Place = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** 0 is black, 1 white. */
  readonly gray: number;
};
type HorizontalLine = {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly gray: number;
};

export type ReceiptPen = {
  readonly addPage: (width: number, height: number) => PdfLib.PDFPage;
  /** Draws a line on a page; `x`, `y` and `size` in points. */
  readonly write: (page: PdfLib.PDFPage, runs: readonly Run[], at: Place) => void;
  readonly line: (page: PdfLib.PDFPage, at: HorizontalLine) => void;
  /** Embeds the used glyphs of the fonts. */
  readonly save: () => Promise<Uint8Array>;
};

/** Adds a text in one font to a page. @param codes glyph numbers in hexadecimal digits */
const showText = (
  { PDFHexString, PDFName, PDFNumber, PDFOperator, PDFOperatorNames }: typeof PdfLib,
  page: PdfLib.PDFPage,
  { font: { ref, key }, codes, at }: { font: Used; codes: string; at: Place },
): void => {
  page.node.setFontDictionary(PDFName.of(key), ref);
  const place = [1, 0, 0, 1, at.x, at.y].map((number) => PDFNumber.of(Math.round(number * 1000) / 1000));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.BeginText),
    PDFOperator.of(PDFOperatorNames.NonStrokingColorGray, [PDFNumber.of(at.gray)]),
    PDFOperator.of(PDFOperatorNames.SetFontAndSize, [PDFName.of(key), PDFNumber.of(at.size)]),
    PDFOperator.of(PDFOperatorNames.SetTextMatrix, place),
    PDFOperator.of(PDFOperatorNames.ShowText, [PDFHexString.of(codes)]),
    PDFOperator.of(PDFOperatorNames.EndText),
  );
};

/** Creates a document without identifying metadata. */
export const openReceiptPen = async (): Promise<ReceiptPen> => {
  const library = await load();
  const pdf = await library.PDFDocument.create();
  pdf.setTitle('Receipt');
  pdf.setProducer('');
  pdf.setCreator('');
  const fonts = new Map<ReceiptFont, Used>();
  /** Text is written after the glyph numbers of each font are known. */
  const waiting: { page: PdfLib.PDFPage; runs: readonly Run[]; at: Place }[] = [];

  const use = (font: ReceiptFont): Used => {
    const known = fonts.get(font);
    if (known) return known;
    const used = { ref: pdf.context.nextRef(), key: `F${fonts.size + 1}`, clusters: new Map() };
    fonts.set(font, used);
    return used;
  };

  /** Embeds the used fonts. @returns the glyph number of each of their clusters */
  const embedFonts = async (): Promise<Map<ReceiptFont, Map<string, number>>> => {
    const numbers = new Map<ReceiptFont, Map<string, number>>();
    for (const [font, { ref, clusters }] of fonts) {
      const used = { ref, clusters: [...clusters.values()] };
      const first = await embedFont({ pdf, PDFHexString: library.PDFHexString }, font, used);
      numbers.set(font, new Map(Array.from(clusters.keys(), (key, nth) => [key, first + nth])));
    }
    return numbers;
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
    line: (page, { from, to, y, gray }) =>
      page.drawLine({
        start: { x: from, y },
        end: { x: to, y },
        thickness: 0.5,
        color: library.grayscale(gray),
      }),
    save: async () => {
      const numbers = await embedFonts();
      for (const { page, runs, at } of waiting) {
        let { x } = at;
        for (const { font, clusters } of runs) {
          const codes = clusters.map((cluster) => hex(numbers.get(font)?.get(keyOf(cluster)) ?? 0)).join('');
          showText(library, page, { font: use(font), codes, at: { ...at, x } });
          x += (clusters.reduce((sum, { advance }) => sum + advance, 0) * at.size) / font.unitsPerEm;
        }
      }
      return pdf.save();
    },
  };
};
