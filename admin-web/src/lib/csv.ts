import { formulaStart } from '@satrangi/contracts/pure';
import { saveFile } from '@satrangi/kit/browser/save-file';

/** A column of a CSV file: its heading and the cell of a row. */
export type CsvColumn<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => string | number | null;
};

const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV for spreadsheets: UTF-8 with BOM, CRLF, and no cell that a spreadsheet would run as a formula. */
export const toCsv = async <Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Promise<string> => {
  const { default: papa } = await import('papaparse');
  const lines = rows.map((row) => columns.map(({ cell }) => cell(row) ?? ''));
  const text = papa.unparse([columns.map(({ head }) => head), ...lines], {
    newline: '\r\n',
    escapeFormulae: formulaStart,
  });
  return `${BYTE_ORDER_MARK}${text}\r\n`;
};

/** `orders-2026-11-20.csv`. The name does not reveal the site. */
export const csvName = (tab: string, now = new Date()): string =>
  `${tab}-${now.toISOString().slice(0, 10)}.csv`;

/** Writes rows as a CSV file into the browser's downloads. */
export const saveCsv = async <Row>(
  tab: string,
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): Promise<void> =>
  saveFile(new Blob([await toCsv(rows, columns)], { type: 'text/csv;charset=utf-8' }), csvName(tab));
