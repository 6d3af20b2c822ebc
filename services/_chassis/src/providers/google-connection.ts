import { z } from 'zod';
import { ConfigurationError } from '../base/production.ts';
import { answerOfStatus, type Connection, type ConnectionAnswer } from './connection.ts';
import {
  type GoogleLogin,
  googleAnswerOf,
  googleLogin,
  type LoadGoogleAuth,
  readServiceAccount,
} from './google-login.ts';

export type GoogleSettings = {
  /** The JSON key of a service account, or the path of a file with it. */
  readonly serviceAccount: string | undefined;
  /** Replaces Google's address, for the sandbox. */
  readonly baseUrl: string | undefined;
};

const TokenError = z.object({ error: z.string() });

/** Answers of Google's token endpoint: the key itself was refused, not a file. */
const isTokenRefusal = (data: unknown): boolean => TokenError.safeParse(data).success;

/** The status of one GET with the service account. @throws Error when Google does not answer */
const statusOf = async (
  login: GoogleLogin,
  { sdk, url, scope, signal }: { sdk: LoadGoogleAuth; url: string; scope: string; signal: AbortSignal },
): Promise<number | 'token-refused'> => {
  const { auth } = await sdk();
  const client = await googleLogin(auth, login, [scope]);
  try {
    const { status } = await client.request({ url, signal, retry: false, redirect: 'error' });
    return status;
  } catch (error) {
    const { status, data } = googleAnswerOf(error);
    if (status === 0) throw new Error('google did not answer');
    return isTokenRefusal(data) && status < 500 ? 'token-refused' : status;
  }
};

type Target = {
  readonly settings: GoogleSettings;
  readonly sdk: LoadGoogleAuth;
  readonly name: string;
  /** An address below googleapis.com that is read. */
  readonly url: string;
  readonly scope: 'drive' | 'drive.readonly' | 'spreadsheets';
  readonly accepted: readonly number[];
  /** What a status means; `account` is the address to share with. */
  readonly meanings: (account: string) => Readonly<Record<number, string>>;
  readonly about: readonly string[];
  readonly note?: string;
};

/** Reads one address of Google with the service account. */
export const checkGoogle =
  ({ settings, sdk, name, url, scope, accepted, meanings, about, note }: Target) =>
  async (signal: AbortSignal): Promise<ConnectionAnswer> => {
    let account: GoogleLogin['account'];
    try {
      account = settings.serviceAccount ? readServiceAccount(settings.serviceAccount) : null;
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { isAccepted: false, sentence: `${error.lines.join(' ')}.` };
    }
    const login = { account, baseUrl: settings.baseUrl ?? null };
    const status = await statusOf(login, {
      sdk,
      url,
      signal,
      scope: `https://www.googleapis.com/auth/${scope}`,
    });
    if (status === 'token-refused')
      return {
        isAccepted: false,
        sentence: 'Google does not accept the key of the service account. See GOOGLE_SERVICE_ACCOUNT.',
      };
    const hints = {
      name,
      settings: about,
      accepted,
      meanings: meanings(account?.client_email ?? 'the account'),
    };
    return answerOfStatus(status, note === undefined ? hints : { ...hints, note });
  };

const API_OFF =
  'Google does not allow this to the service account (403): is the Drive API switched on for its project?';
/** No file has this id: Google answers 404 to every account that may use Drive. */
const NO_FILE = 'https://www.googleapis.com/drive/v3/files/connection-check-of-no-file?fields=id';

const missingAccount = ({ serviceAccount, baseUrl }: GoogleSettings): string[] =>
  serviceAccount || baseUrl ? [] : ['GOOGLE_SERVICE_ACCOUNT'];

type Use = {
  /** What the platform needs it for. */
  readonly purpose: string;
  readonly sdk: LoadGoogleAuth;
};

/** Files in Google Drive that owners shared with the service account. */
export const driveConnection = (settings: GoogleSettings, { purpose, sdk }: Use): Connection => ({
  id: 'google-drive',
  name: 'Google Drive',
  purpose,
  area: 'google',
  missing: missingAccount(settings),
  isSandbox: Boolean(settings.baseUrl),
  check: checkGoogle({
    settings,
    sdk,
    name: 'Google Drive',
    url: NO_FILE,
    scope: 'drive.readonly',
    accepted: [200, 404],
    meanings: () => ({ 403: API_OFF }),
    about: ['GOOGLE_SERVICE_ACCOUNT'],
  }),
});

/** A folder of Google Drive that the service account writes to. */
export const driveFolderConnection = (
  settings: GoogleSettings & { readonly folderId: string | undefined },
  { purpose, sdk }: Use,
): Connection => ({
  id: 'google-drive-folder',
  name: 'Google Drive folder',
  purpose,
  area: 'google',
  missing: [...missingAccount(settings), ...(settings.folderId ? [] : ['DRIVE_FOLDER_ID'])],
  isSandbox: Boolean(settings.baseUrl),
  check: checkGoogle({
    settings,
    sdk,
    name: 'Google Drive',
    url: `https://www.googleapis.com/drive/v3/files/${encodeURIComponent(settings.folderId ?? '')}?fields=id&supportsAllDrives=true`,
    scope: 'drive',
    accepted: [200],
    meanings: (account) => ({
      403: API_OFF,
      404: `Google Drive has no such folder for ${account} (404): make it a manager of the shared drive.`,
    }),
    about: ['DRIVE_FOLDER_ID'],
    note: 'The first copy shows whether the folder may be written to.',
  }),
});

/** A spreadsheet that the service account writes. `variables` name its id and its sheet in the environment. */
export const sheetConnection = (
  settings: GoogleSettings & {
    readonly spreadsheetId: string | undefined;
    readonly sandboxSpreadsheetId: string;
    readonly sheet: string;
  },
  { purpose, sdk, variables }: Use & { readonly variables: { readonly id: string; readonly sheet: string } },
): Connection => {
  const isSandbox = Boolean(settings.baseUrl);
  // as `sheetWriter` chooses
  const usual = isSandbox && !settings.serviceAccount ? settings.sandboxSpreadsheetId : undefined;
  const id = settings.spreadsheetId ?? usual;
  const range = encodeURIComponent(`'${settings.sheet.replaceAll("'", "''")}'!A1`);
  return {
    id: 'google-sheets',
    name: 'Google Sheets',
    purpose,
    area: 'google',
    missing: [...missingAccount(settings), ...(id ? [] : [variables.id])],
    isSandbox,
    check: checkGoogle({
      settings,
      sdk,
      name: 'Google Sheets',
      url: `https://sheets.googleapis.com/v4/spreadsheets/${encodeURIComponent(id ?? '')}/values/${range}`,
      scope: 'spreadsheets',
      accepted: [200],
      meanings: (account) => ({
        400: `The spreadsheet has no sheet with this name (400). See ${variables.sheet}.`,
        403: `The spreadsheet is not shared with ${account} (403), or the Sheets API is not switched on.`,
        404: 'There is no such spreadsheet (404).',
      }),
      about: [variables.id],
      note: 'The first sync shows whether the sheet may be written to.',
    }),
  };
};
