import { fontChooser } from './receipt-fonts.ts';
import { type ReceiptLines, TOTAL } from './receipt-lines.rules.ts';
import { openReceiptPen, type ReceiptPen } from './receipt-pen.ts';
import { extentOf, type Run, widthOf } from './shape-text.ts';
import { wrapText } from './wrap-text.ts';

/** A4 in points. */
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 56;
const ROOM = WIDTH - 2 * MARGIN;
/** Where the sums begin. */
const SUMS = MARGIN + 240;
const LINE = 18;
/** Ascent and descent of a Latin line; taller scripts get more space. */
const ABOVE = 11;
const BELOW = 4;

/** Parts of black: text, names of values, thin rules. */
const INK = { text: 0, name: 0.42, rule: 0.75 } as const;

type Line = {
  readonly runs: Run[];
  readonly size: number;
  readonly x: number;
  readonly isRight?: true;
  readonly gray?: number;
};

/** Pages that are filled from top to bottom. */
const openSheet = (pen: ReceiptPen) => {
  let page = pen.addPage(WIDTH, HEIGHT);
  let y = HEIGHT - MARGIN;
  const step = (by = LINE): void => {
    y -= by;
    if (y > MARGIN) return;
    page = pen.addPage(WIDTH, HEIGHT);
    y = HEIGHT - MARGIN;
  };
  /** Draws lines side by side on one baseline, with the height that their scripts need. */
  const put = (parts: readonly Line[]): void => {
    const extents = parts.map(({ runs, size }) => extentOf(runs, size));
    const above = Math.max(ABOVE, ...extents.map((extent) => extent.above));
    const below = Math.max(BELOW, ...extents.map((extent) => extent.below));
    if (above > ABOVE) step(above - ABOVE);
    for (const { runs, size, x, isRight, gray = INK.text } of parts)
      pen.write(page, runs, { x: isRight ? x - widthOf(runs, size) : x, y, size, gray });
    if (below > BELOW) step(below - BELOW);
  };
  /** Draws columns of lines, aligned at the first line. */
  const putColumns = (columns: readonly (readonly Line[])[]): void => {
    const count = Math.max(...columns.map((lines) => lines.length));
    for (let nth = 0; nth < count; nth += 1) {
      put(columns.flatMap((lines) => lines[nth] ?? []));
      step();
    }
  };
  const rule = (from = MARGIN): void =>
    pen.line(page, { from, to: WIDTH - MARGIN, y: y + LINE / 2, gray: INK.rule });
  return { put, putColumns, step, rule };
};

export type DrawReceipt = (lines: ReceiptLines) => Promise<Uint8Array>;

/**
 * Draws receipts with shaped text in embedded subset fonts. Letters that no font has become a readable replacement.
 * @param fontPath a TrueType file for letters that the embedded fonts lack
 */
export const drawReceipt = (fontPath: string | undefined): DrawReceipt => {
  const fontFor = fontChooser(fontPath);

  const set = async (text: string, x: number, width: number, size = 10): Promise<Line[]> =>
    (await wrapText(text, { fontFor, size, width })).map((runs) => ({ runs, size, x }));
  const setName = async (name: string, x: number, width: number): Promise<Line[]> =>
    (await set(name, x, width)).map((line) => ({ ...line, gray: INK.name }));
  const setRight = async (text: string, size = 10): Promise<Line[]> =>
    (await set(text, WIDTH - MARGIN, WIDTH, size)).map((line) => ({ ...line, isRight: true }));

  return async ({ title, seller, details, rows, sums, notes }) => {
    const pen = await openReceiptPen();
    const sheet = openSheet(pen);

    sheet.putColumns([await set(title, MARGIN, ROOM, 24)]);
    sheet.step();
    for (const line of seller) sheet.putColumns([await set(line, MARGIN, ROOM)]);
    sheet.step();
    for (const [name, value] of details)
      sheet.putColumns([await setName(name, MARGIN, 130), await set(value, MARGIN + 140, ROOM - 140)]);
    sheet.step();
    sheet.rule();
    for (const { text, code, amount } of rows) {
      // a title of any script stays clear of the line above it
      sheet.step(8);
      sheet.putColumns([
        await set(text, MARGIN, 290),
        code ? await setName(`HSN ${code}`, MARGIN + 310, 80) : [],
        await setRight(amount),
      ]);
    }
    sheet.rule();
    sheet.step(8);
    for (const [nth, [name, value]] of sums.entries()) {
      const isTotal = name === TOTAL;
      if (isTotal && nth > 0) {
        sheet.rule(SUMS);
        sheet.step(8);
      }
      const size = isTotal ? 14 : 10;
      const label = isTotal ? await set(name, SUMS, 150, size) : await setName(name, SUMS, 150);
      sheet.putColumns([label, await setRight(value, size)]);
    }
    for (const note of notes) {
      sheet.step();
      sheet.put(await set(note, MARGIN, ROOM));
    }
    return pen.save();
  };
};
