import { lazily } from './lazily.ts';

export type SheetsSettings = {
  readonly GOOGLE_CLIENT_EMAIL?: string | undefined;
  readonly GOOGLE_PRIVATE_KEY?: string | undefined;
  readonly GOOGLE_ORDERS_SPREADSHEET?: string | undefined;
  readonly GOOGLE_ORDERS_SHEET: string;
  readonly GOOGLE_BASE_URL?: string | undefined;
};

export type SheetRow = readonly (string | number)[];
/** Makes the sheet hold exactly these rows. @throws Error when Google did not take them */
export type WriteSheet = (rows: readonly SheetRow[]) => Promise<void>;

const TIMEOUT_MS = 20_000;
/** Google takes about ten million cells and prefers requests of a few megabytes. */
const ROWS_AT_ONCE = 2_000;

type Keys = { readonly email: string; readonly key: string; readonly spreadsheetId: string };

const keysOf = (settings: SheetsSettings): Keys | null => {
  const { GOOGLE_CLIENT_EMAIL, GOOGLE_PRIVATE_KEY, GOOGLE_ORDERS_SPREADSHEET } = settings;
  if (!GOOGLE_CLIENT_EMAIL || !GOOGLE_PRIVATE_KEY || !GOOGLE_ORDERS_SPREADSHEET) return null;
  return {
    email: GOOGLE_CLIENT_EMAIL,
    key: GOOGLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
    spreadsheetId: GOOGLE_ORDERS_SPREADSHEET,
  };
};

/** Only the part of the library that knows spreadsheets, and only when somebody syncs. */
const connect = async ({ email, key }: Keys, baseUrl: string | undefined) => {
  const { sheets, auth } = await import('googleapis/build/src/apis/sheets/index.js');
  const scopes = ['https://www.googleapis.com/auth/spreadsheets'];
  const client = new auth.JWT({ email, key, scopes });
  if (baseUrl)
    client.transporter.interceptors.request.add({
      resolved: async (call) => {
        const { hostname, pathname, search } = new URL(call.url);
        if (hostname.endsWith('.googleapis.com')) call.url = new URL(pathname + search, baseUrl);
        return call;
      },
    });
  return sheets({ version: 'v4', auth: client, timeout: TIMEOUT_MS, retry: true });
};

/**
 * The spreadsheet of the house; null when no keys are set. Values are written raw: Google takes none of them for a
 * formula. Rows below the last one are emptied afterwards, so a reader never sees an empty sheet.
 */
export const sheetWriter = (settings: SheetsSettings): WriteSheet | null => {
  const keys = keysOf(settings);
  if (!keys) return null;
  const connected = lazily(() => connect(keys, settings.GOOGLE_BASE_URL));
  const { spreadsheetId } = keys;
  const sheet = `'${settings.GOOGLE_ORDERS_SHEET.replaceAll("'", "''")}'`;
  return async (rows) => {
    const { spreadsheets } = await connected();
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await spreadsheets.values.update({
        spreadsheetId,
        range: `${sheet}!A${at + 1}`,
        valueInputOption: 'RAW',
        requestBody: { values: rows.slice(at, at + ROWS_AT_ONCE).map((row) => [...row]) },
      });
    }
    await spreadsheets.values.clear({ spreadsheetId, range: `${sheet}!A${rows.length + 1}:Z` });
  };
};
