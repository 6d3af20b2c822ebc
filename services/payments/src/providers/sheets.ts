import { type GoogleLogin, googleLogin, type Logger, readServiceAccount } from '@satrangi/chassis';
import { z } from 'zod';
import { lazily } from './lazily.ts';

export type SheetsSettings = {
  /** The JSON key of a service account, or the path of a file with it. */
  readonly GOOGLE_SERVICE_ACCOUNT?: string | undefined;
  readonly GOOGLE_BASE_URL?: string | undefined;
  readonly ORDERS_SPREADSHEET_ID?: string | undefined;
  readonly ORDERS_SHEET: string;
};

export type SheetRow = readonly (string | number)[];
/** Makes the sheet hold exactly these rows. False when Google did not take them. */
export type WriteSheet = (rows: readonly SheetRow[]) => Promise<boolean>;

const PATIENCE_MS = 20_000;
/** Google prefers requests of a few megabytes. */
const ROWS_AT_ONCE = 2_000;

const SCOPES = ['https://www.googleapis.com/auth/spreadsheets'];

/** Only the part of the library that knows spreadsheets, and only when somebody syncs. */
const connect = async (login: GoogleLogin) => {
  const { sheets, auth } = await import('googleapis/build/src/apis/sheets/index.js');
  return sheets({ version: 'v4', auth: await googleLogin(auth, login, SCOPES) });
};

const Trouble = z.object({
  status: z.number().optional(),
  response: z.object({ status: z.number() }).optional(),
});

/**
 * The spreadsheet of the house; null when none is set. Values are written raw: Google takes none of them for a
 * formula. Rows below the last one are emptied afterwards, so a reader never sees an empty sheet.
 */
export const sheetWriter = (settings: SheetsSettings, log: Logger): WriteSheet | null => {
  const { GOOGLE_SERVICE_ACCOUNT: key, GOOGLE_BASE_URL: baseUrl } = settings;
  // In the sandbox every spreadsheet is there as soon as somebody writes to it.
  const spreadsheetId = settings.ORDERS_SPREADSHEET_ID ?? (baseUrl && !key ? 'orders' : undefined);
  if (!spreadsheetId || (!key && !baseUrl)) return null;
  const account = key ? readServiceAccount(key) : null;
  const connected = lazily(() => connect({ account, baseUrl: baseUrl || null }));
  const sheet = `'${settings.ORDERS_SHEET.replaceAll("'", "''")}'`;
  const limits = { timeout: PATIENCE_MS, retry: false, redirect: 'error' } as const;

  const write = async (rows: readonly SheetRow[]): Promise<void> => {
    const { spreadsheets } = await connected();
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const values = rows.slice(at, at + ROWS_AT_ONCE).map((row) => [...row]);
      const range = `${sheet}!A${at + 1}`;
      const call = { spreadsheetId, range, valueInputOption: 'RAW', requestBody: { values } };
      await spreadsheets.values.update(call, limits);
    }
    await spreadsheets.values.clear({ spreadsheetId, range: `${sheet}!A${rows.length + 1}:Z` }, limits);
  };

  return async (rows) => {
    try {
      await write(rows);
      return true;
    } catch (error) {
      // The error of the SDK holds the request with its token and its rows: only its status is told.
      const { status, response } = Trouble.safeParse(error).data ?? {};
      log.warn({ status: response?.status ?? status ?? 0 }, 'spreadsheet not written');
      return false;
    }
  };
};
