import { formulaStart } from '@satrangi/contracts';

/** A leading apostrophe makes a formula a text; spreadsheets do not display the apostrophe. */
export const plainCell = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

const quoted = (cell: string | number): string => {
  const text = typeof cell === 'string' ? plainCell(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Byte order mark: spreadsheets detect UTF-8 by it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file (RFC 4180). No text in it is a formula. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(quoted).join(',')}\r\n`;
