import { fontChooser } from './receipt-fonts.ts';
import type { ReceiptLines } from './receipt-lines.rules.ts';
import { openReceiptPen } from './receipt-pen.ts';
import { extentOf, type Run, readable, shapeLine, widthOf } from './shape-text.ts';

/** A4 in points. */
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 56;
const LINE = 18;
/** Ascent and descent of a Latin line; taller scripts get more space. */
const ABOVE = 11;
const BELOW = 4;
const LINES_AT_MOST = 4;

type Line = { readonly runs: Run[]; readonly size: number; readonly x: number; readonly isRight?: true };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** More than four lines can hold: longer text is truncated before shaping. */
const GRAPHEMES_AT_MOST = 600;
const shortened = (text: string): string => {
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return letters.length > GRAPHEMES_AT_MOST ? `${letters.slice(0, GRAPHEMES_AT_MOST).join('')}...` : text;
};

export type DrawReceipt = (lines: ReceiptLines) => Promise<Uint8Array>;

/**
 * Draws receipts with shaped text in embedded subset fonts. Letters that no font has become a readable replacement.
 * @param fontPath a TrueType file for letters that the embedded fonts lack
 */
export const drawReceipt = (fontPath: string | undefined): DrawReceipt => {
  const fontFor = fontChooser(fontPath);

  /** Wraps a text to lines; more than four lines end in an ellipsis. */
  const wrapped = async (text: string, size: number, width: number): Promise<Run[][]> => {
    const shaped = async (part: string): Promise<Run[]> => shapeLine(part, fontFor);
    const fits = async (part: string): Promise<boolean> => widthOf(await shaped(part), size) <= width;
    const lines: string[] = [];
    let line = '';
    const whole = await readable(shortened(text), fontFor);
    const inOne = await shaped(whole);
    if (widthOf(inOne, size) <= width) return [inOne];
    const words = whole.split(' ');
    for (let word = words.shift(); word !== undefined; word = words.shift()) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (await fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') {
        lines.push(line);
        line = '';
        words.unshift(word);
        continue;
      }
      // A word wider than the column is broken between graphemes.
      const letters = Array.from(graphemes.segment(word), ({ segment }) => segment);
      let count = 1;
      for (let tooMany = letters.length; count + 1 < tooMany; ) {
        const middle = Math.floor((count + tooMany) / 2);
        if (await fits(letters.slice(0, middle).join(''))) count = middle;
        else tooMany = middle;
      }
      lines.push(letters.slice(0, count).join(''));
      words.unshift(letters.slice(count).join(''));
    }
    if (line !== '') lines.push(line);
    const shown = lines.slice(0, LINES_AT_MOST);
    if (lines.length > LINES_AT_MOST) shown[LINES_AT_MOST - 1] = `${shown.at(-1)} ...`;
    return Promise.all(shown.map(shaped));
  };

  return async ({ title, seller, details, rows, sums, notes }) => {
    const pen = await openReceiptPen();
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
      for (const { runs, size, x, isRight } of parts)
        pen.write(page, runs, { x: isRight ? x - widthOf(runs, size) : x, y, size });
      if (below > BELOW) step(below - BELOW);
    };
    const set = async (text: string, x: number, width: number, size = 10): Promise<Line[]> =>
      (await wrapped(text, size, width)).map((runs) => ({ runs, size, x }));
    const setRight = async (text: string): Promise<Line[]> =>
      (await wrapped(text, 10, WIDTH)).map((runs) => ({
        runs,
        size: 10,
        x: WIDTH - MARGIN,
        isRight: true,
      }));
    /** Draws columns of lines, aligned at the first line. */
    const putColumns = (columns: readonly (readonly Line[])[]): void => {
      const count = Math.max(...columns.map((lines) => lines.length));
      for (let nth = 0; nth < count; nth += 1) {
        put(columns.flatMap((lines) => lines[nth] ?? []));
        step();
      }
    };
    const rule = (): void => {
      page.drawLine({
        start: { x: MARGIN, y: y + LINE / 2 },
        end: { x: WIDTH - MARGIN, y: y + LINE / 2 },
        thickness: 0.5,
      });
    };
    const room = WIDTH - 2 * MARGIN;

    putColumns([await set(title, MARGIN, room, 20)]);
    step();
    for (const line of seller) putColumns([await set(line, MARGIN, room)]);
    step();
    for (const [name, value] of details)
      putColumns([await set(name, MARGIN, 130), await set(value, MARGIN + 140, room - 140)]);
    step();
    rule();
    for (const { text, code, amount } of rows) {
      step(2);
      putColumns([
        await set(text, MARGIN, 290),
        code ? await set(`HSN ${code}`, MARGIN + 310, 80) : [],
        await setRight(amount),
      ]);
    }
    rule();
    step(4);
    for (const [name, value] of sums) putColumns([await set(name, MARGIN + 240, 150), await setRight(value)]);
    for (const note of notes) {
      step();
      put(await set(note, MARGIN, room));
    }
    return pen.save();
  };
};
