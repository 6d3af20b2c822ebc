/**
 * Spreadsheets evaluate a text that begins with one of these characters as a formula, which can leak data (S36). A
 * leading apostrophe makes it a text; spreadsheets do not display the apostrophe.
 */
export const plainCell = (text: string): string =>
  /^\s*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;

const quoted = (cell: string | number): string => {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Byte order mark: spreadsheets detect UTF-8 by it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(quoted).join(',')}\r\n`;
