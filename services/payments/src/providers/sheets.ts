import { generateKeyPair } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Logger } from '@satrangi/chassis';
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

const ServiceAccount = z.object({ client_email: z.string(), private_key: z.string() });
type ServiceAccount = z.infer<typeof ServiceAccount>;

const PATIENCE_MS = 20_000;
/** Google prefers requests of a few megabytes. */
const ROWS_AT_ONCE = 2_000;

/** @throws Error when there is a key and it can not be read: a wrong setting ends the start */
const accountIn = (setting: string): ServiceAccount => {
  try {
    const text = setting.trim().startsWith('{') ? setting : readFileSync(setting, 'utf8');
    return ServiceAccount.parse(JSON.parse(text));
  } catch {
    // The message of a parser would repeat the key.
    throw new Error(
      'Configuration is not valid\nGOOGLE_SERVICE_ACCOUNT is neither a key nor a file with one',
    );
  }
};

/** The sandbox takes any key, so one is made. */
const madeUpAccount = async (): Promise<ServiceAccount> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    client_email: 'sandbox@satrangi.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

/** Only the part of the library that knows spreadsheets, and only when somebody syncs. */
const connect = async (account: ServiceAccount | null, baseUrl: string | undefined) => {
  const { sheets, auth } = await import('googleapis/build/src/apis/sheets/index.js');
  const { client_email: email, private_key: key } = account ?? (await madeUpAccount());
  const client = new auth.JWT({ email, key, scopes: ['https://www.googleapis.com/auth/spreadsheets'] });
  if (baseUrl)
    client.transporter.interceptors.request.add({
      resolved: async (call) => {
        const { hostname, pathname, search } = new URL(call.url);
        if (hostname.endsWith('.googleapis.com')) call.url = new URL(pathname + search, baseUrl);
        return call;
      },
    });
  return sheets({ version: 'v4', auth: client });
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
  const account = key ? accountIn(key) : null;
  const connected = lazily(() => connect(account, baseUrl));
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
