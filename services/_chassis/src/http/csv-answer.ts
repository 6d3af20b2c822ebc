import type { Response } from 'express';
import { BYTE_ORDER_MARK, csvLine } from '../base/csv.ts';

type Row = readonly (string | number)[];

/** Streams a CSV file of people: no cache keeps it, and it stops when the client has gone. */
export const sendCsv = async (
  response: Response,
  fileName: string,
  columns: readonly string[],
  rows: AsyncIterable<Row>,
): Promise<void> => {
  response.set({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.write(BYTE_ORDER_MARK + csvLine(columns));
  for await (const row of rows) {
    if (response.destroyed) return;
    if (!response.write(csvLine(row)))
      await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
  }
  response.end();
};

/** Rows of records that are read one by one. */
export async function* rowsOf<T>(records: AsyncIterable<T>, toRow: (record: T) => Row): AsyncIterable<Row> {
  for await (const record of records) yield toRow(record);
}
