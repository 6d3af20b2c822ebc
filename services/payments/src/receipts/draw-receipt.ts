import { readFile } from 'node:fs/promises';
import { lazily } from '../providers/lazily.ts';
import type { ReceiptLines } from './receipt-lines.rules.ts';

const load = lazily(() => import('@cantoo/pdf-lib'));

/** A4 in points. */
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 56;
const LINE = 18;

export type Pen = {
  readonly canWrite: (text: string) => boolean;
  readonly draw: (lines: ReceiptLines) => Promise<Uint8Array>;
};

/**
 * Opens a new document with the font of receipts: the file that is set, for scripts beyond Latin, else the one every
 * PDF reader has. The document says of itself nothing but that it is a receipt.
 */
export const openPen = async (fontPath: string | undefined): Promise<Pen> => {
  const { PDFDocument, StandardFonts } = await load();
  const pdf = await PDFDocument.create();
  const font = fontPath
    ? await pdf.embedFont(await readFile(fontPath), { subset: true })
    : await pdf.embedFont(StandardFonts.Helvetica);
  const known = new Set(font.getCharacterSet());

  const fitted = (text: string, size: number, width: number): string => {
    if (font.widthOfTextAtSize(text, size) <= width) return text;
    let short = text;
    while (short.length > 1 && font.widthOfTextAtSize(`${short}...`, size) > width)
      short = short.slice(0, -1);
    return `${short}...`;
  };

  return {
    canWrite: (text) => [...text].every((sign) => known.has(sign.codePointAt(0) ?? 0)),
    draw: async ({ title, seller, facts, rows, sums, notes }) => {
      pdf.setTitle('Receipt');
      pdf.setProducer('');
      pdf.setCreator('');
      let page = pdf.addPage([WIDTH, HEIGHT]);
      let y = HEIGHT - MARGIN;
      const step = (by = LINE): void => {
        y -= by;
        if (y > MARGIN) return;
        page = pdf.addPage([WIDTH, HEIGHT]);
        y = HEIGHT - MARGIN;
      };
      const put = (text: string, x: number, size = 10, width = WIDTH - MARGIN - x): void => {
        page.drawText(fitted(text, size, width), { x, y, size, font });
      };
      const putRight = (text: string, size = 10): void => {
        page.drawText(text, { x: WIDTH - MARGIN - font.widthOfTextAtSize(text, size), y, size, font });
      };
      const rule = (): void => {
        page.drawLine({
          start: { x: MARGIN, y: y + LINE / 2 },
          end: { x: WIDTH - MARGIN, y: y + LINE / 2 },
          thickness: 0.5,
        });
      };
      put(title, MARGIN, 20);
      step(LINE * 2);
      for (const line of seller) {
        put(line, MARGIN);
        step();
      }
      step();
      for (const [name, value] of facts) {
        put(name, MARGIN);
        put(value, MARGIN + 140);
        step();
      }
      step();
      rule();
      for (const { text, code, amount } of rows) {
        step(2);
        put(text, MARGIN, 10, 290);
        if (code) put(`HSN ${code}`, MARGIN + 310, 10, 80);
        putRight(amount);
        step();
      }
      rule();
      step(4);
      for (const [name, value] of sums) {
        put(name, MARGIN + 240);
        putRight(value);
        step();
      }
      for (const note of notes) {
        step();
        put(note, MARGIN);
      }
      return pdf.save();
    },
  };
};
