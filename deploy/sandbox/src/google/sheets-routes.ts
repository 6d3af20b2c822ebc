import { json, type Request, Router } from 'express';
import { z } from 'zod';
import { endpointsOf, ProviderRefusal } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import type { ServiceAccounts } from './service-accounts.ts';
import type { Row, SheetsRecords } from './sheets-records.ts';

const BODY_LIMIT = '20mb';
const Values = z.object({
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});

const refusalBody = (status: number, message = `Trouble ordered: ${status}`) => ({
  error: { code: status, message, status: status === 401 ? 'UNAUTHENTICATED' : 'INVALID_ARGUMENT' },
});

type Range = { readonly sheet: string; readonly from: number };

/** `Orders!A1`, `'My sheet'!A12:Z`: which sheet, and from which row on (counted from 0). */
const rangeOf = (text: string): Range => {
  const found = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:![A-Z]+(\d+)(?::[A-Z]+\d*)?)?$/.exec(text);
  if (!found) throw new ProviderRefusal(400, refusalBody(400, `Unable to parse range: ${text}`));
  const sheet = (found[1] ?? found[2] ?? '').replaceAll("''", "'");
  return { sheet, from: Number(found[3] ?? 1) - 1 };
};

/** A value that Sheets may evaluate as a formula: refused unless it is written raw. */
const isRaw = ({ query }: Request): boolean => query.valueInputOption === 'RAW';

type Deps = {
  records: SheetsRecords;
  accounts: ServiceAccounts;
  knobs: Knobs;
  ledger: Ledger;
};

/** Fake Sheets v4: values update, append, clear and get. Mounted at the root, as at Google. */
export const sheetsRoutes = ({ records, accounts, knobs, ledger }: Deps): Router => {
  const router = Router();
  const endpoint = endpointsOf({ knobs, ledger, faultBody: refusalBody });
  const base = '/v4/spreadsheets/:spreadsheetId/values/:range';

  const requested = (request: Request): Range & { spreadsheetId: string; text: string } => {
    if (!accounts.knows(request.get('authorization')))
      throw new ProviderRefusal(401, refusalBody(401, 'Request had invalid authentication credentials.'));
    const text = String(request.params.range).replace(/:(append|clear)$/, '');
    return { ...rangeOf(text), spreadsheetId: String(request.params.spreadsheetId), text };
  };
  const rowsIn = (request: Request): Row[] => {
    const read = Values.safeParse(request.body ?? {});
    if (!read.success) throw new ProviderRefusal(400, refusalBody(400, 'Invalid values'));
    if (!isRaw(request))
      throw new ProviderRefusal(400, refusalBody(400, 'The sandbox takes RAW values only'));
    return read.data.values;
  };
  const updated = (spreadsheetId: string, updatedRange: string, rows: Row[]) => ({
    spreadsheetId,
    updatedRange,
    updatedRows: rows.length,
    updatedColumns: Math.max(0, ...rows.map(({ length }) => length)),
    updatedCells: rows.reduce((sum, { length }) => sum + length, 0),
  });

  router.put(
    base,
    json({ limit: BODY_LIMIT }),
    endpoint('google.sheets.update', (request) => {
      const { spreadsheetId, sheet, from, text } = requested(request);
      const rows = rowsIn(request);
      records.write(spreadsheetId, sheet, from, rows);
      return { status: 200, body: updated(spreadsheetId, text, rows) };
    }),
  );
  router.post(
    base,
    json({ limit: BODY_LIMIT }),
    endpoint('google.sheets.write', (request) => {
      const { spreadsheetId, sheet, from, text } = requested(request);
      if (String(request.params.range).endsWith(':clear')) {
        records.clear(spreadsheetId, sheet, from);
        return { status: 200, body: { spreadsheetId, clearedRange: text } };
      }
      const rows = rowsIn(request);
      records.write(spreadsheetId, sheet, records.rowsOf(spreadsheetId, sheet).length, rows);
      const updates = updated(spreadsheetId, text, rows);
      return { status: 200, body: { spreadsheetId, tableRange: text, updates } };
    }),
  );
  router.get(
    base,
    endpoint('google.sheets.get', (request) => {
      const { spreadsheetId, sheet, from, text } = requested(request);
      const values = records.rowsOf(spreadsheetId, sheet).slice(from);
      return { status: 200, body: { range: text, majorDimension: 'ROWS', values } };
    }),
  );
  router.get('/sandbox/sheets', (_request, response) => {
    response.json(records.all().map(({ spreadsheetId, sheet, rows }) => ({ spreadsheetId, sheet, rows })));
  });
  return router;
};
