import type { Response } from 'express';
import { BYTE_ORDER_MARK, csvLine } from '../base/csv.ts';

type Row = readonly (string | number)[];

/** Resolves when the client has read what was written, or has gone. */
const drainOf = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

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
    if (!response.write(csvLine(row))) await drainOf(response);
  }
  response.end();
};

/** Rows of records that are read one by one. */
export async function* rowsOf<T>(records: AsyncIterable<T>, toRow: (record: T) => Row): AsyncIterable<Row> {
  for await (const record of records) yield toRow(record);
}
