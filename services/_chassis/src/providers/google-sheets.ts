import { plainCell } from '../base/csv.ts';
import { lazily } from '../base/lazily.ts';
import type { Logger } from '../base/log.ts';
import { traceProviderCall } from '../tracing/spans.ts';
import {
  type GoogleLogin,
  googleAnswerOf,
  googleLogin,
  type LoadSheetsSdk,
  readServiceAccount,
} from './google-login.ts';

export type SheetSettings = {
  /** The JSON key of a service account, or the path of a file with it. */
  readonly serviceAccount: string | undefined;
  /** Replaces Google's address, for the sandbox. */
  readonly baseUrl: string | undefined;
  readonly spreadsheetId: string | undefined;
  /** The spreadsheet in the sandbox, which creates one on its first write. */
  readonly sandboxSpreadsheetId: string;
  /** The name of the sheet (tab). */
  readonly sheet: string;
};

export type SheetRow = readonly (string | number)[];
/** Makes the sheet hold exactly these rows. @returns false when Google did not accept them */
export type WriteSheet = (rows: readonly SheetRow[]) => Promise<boolean>;

const TIMEOUT_MS = 20_000;
/** Google recommends requests of at most 2 MB. */
const ROWS_PER_REQUEST = 2_000;

const SCOPES = ['https://www.googleapis.com/auth/spreadsheets'];

const connect = async (sdk: LoadSheetsSdk, login: GoogleLogin) => {
  const { sheets, auth } = await sdk();
  return sheets({ version: 'v4', auth: await googleLogin(auth, login, SCOPES) });
};

/**
 * Writes a sheet of Google Sheets (API v4). Values are sent as RAW, so none is evaluated as a formula there, and texts are
 * escaped as in `csvLine`, for downloads of the sheet as CSV. Rows after the last one are cleared afterwards, so a reader never sees an empty sheet. @returns null when no spreadsheet is set
 */
export const sheetWriter = (
  settings: SheetSettings,
  { sdk, log }: { readonly sdk: LoadSheetsSdk; readonly log: Logger },
): WriteSheet | null => {
  const { serviceAccount: key, baseUrl } = settings;
  const spreadsheetId =
    settings.spreadsheetId ?? (baseUrl && !key ? settings.sandboxSpreadsheetId : undefined);
  if (!spreadsheetId || (!key && !baseUrl)) return null;
  const account = key ? readServiceAccount(key) : null;
  const connected = lazily(() => connect(sdk, { account, baseUrl: baseUrl || null }));
  const sheet = `'${settings.sheet.replaceAll("'", "''")}'`;
  const limits = { timeout: TIMEOUT_MS, retry: false, redirect: 'error' } as const;

  const write = async (rows: readonly SheetRow[]): Promise<void> => {
    const { spreadsheets } = await connected();
    for (let at = 0; at < rows.length; at += ROWS_PER_REQUEST) {
      const values = rows
        .slice(at, at + ROWS_PER_REQUEST)
        .map((row) => row.map((cell) => (typeof cell === 'string' ? plainCell(cell) : cell)));
      const range = `${sheet}!A${at + 1}`;
      const call = { spreadsheetId, range, valueInputOption: 'RAW', requestBody: { values } };
      await spreadsheets.values.update(call, limits);
    }
    await spreadsheets.values.clear({ spreadsheetId, range: `${sheet}!A${rows.length + 1}:Z` }, limits);
  };

  return async (rows) => {
    try {
      await traceProviderCall('google-sheets', 'values.update', () => write(rows));
      return true;
    } catch (error) {
      log.warn({ status: googleAnswerOf(error).status }, 'spreadsheet write failed');
      return false;
    }
  };
};
