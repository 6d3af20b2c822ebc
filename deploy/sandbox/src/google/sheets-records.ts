import { z } from 'zod';
import type { Ledger } from '../ledger.ts';

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Sheet = z.object({
  /** Spreadsheet and sheet. */
  id: z.string(),
  spreadsheetId: z.string(),
  sheet: z.string(),
  rows: z.array(z.array(Cell)),
});
export type Sheet = z.infer<typeof Sheet>;
export type Row = Sheet['rows'][number];

export type SheetsRecords = ReturnType<typeof sheetsRecords>;

/** A spreadsheet is created by the first write; cells store raw values. */
export const sheetsRecords = (ledger: Ledger) => {
  const sheets = ledger.table<Sheet>('google.sheets', Sheet);
  const idOf = (spreadsheetId: string, sheet: string): string => `${spreadsheetId}/${sheet}`;
  const rowsOf = (spreadsheetId: string, sheet: string): Row[] =>
    sheets.get(idOf(spreadsheetId, sheet))?.rows ?? [];
  const put = (spreadsheetId: string, sheet: string, rows: Row[]): void =>
    sheets.put({ id: idOf(spreadsheetId, sheet), spreadsheetId, sheet, rows });
  return {
    all: (): Sheet[] => [...sheets.all()],
    rowsOf,
    write: (spreadsheetId: string, sheet: string, from: number, rows: Row[]): void => {
      const known = rowsOf(spreadsheetId, sheet);
      const blank = Array.from({ length: Math.max(0, from - known.length) }, (): Row => []);
      const before = [...known, ...blank].slice(0, from);
      put(spreadsheetId, sheet, [...before, ...rows, ...known.slice(from + rows.length)]);
    },
    clear: (spreadsheetId: string, sheet: string, from: number): void =>
      put(spreadsheetId, sheet, rowsOf(spreadsheetId, sheet).slice(0, from)),
  };
};
