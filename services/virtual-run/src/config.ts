import {
  countSetting,
  type SheetSettings,
  sandboxAddresses,
  sandboxHosts,
  secretSetting,
  weakSecrets,
} from '@satrangi/chassis';
import { z } from 'zod';

export const VirtualRunConfig = z.object({
  RUN_SECRET: secretSetting('RUN_SECRET').describe(
    'derives edit tokens and salts of the ledger; the same on all replicas',
  ),
  PUBLIC_URL: z.url().default('http://localhost:8080').describe('where every link in a mail begins'),
  SMTP_URL: z.string().optional().describe('without it no mail is sent, which is logged'),
  MAIL_FROM: z.string().optional().describe('default: no-reply@ the host of PUBLIC_URL'),
  GOOGLE_SERVICE_ACCOUNT: z.string().optional(),
  GOOGLE_BASE_URL: z.string().optional().describe('another server with Google’s API: the sandbox'),
  RUN_SPREADSHEET_ID: z.string().optional().describe('requires write access of the service account'),
  RUN_SHEET: z.string().min(1).default('Registrations'),
  RUN_WRITES_PER_ADDRESS: countSetting(120).describe('forms and words from one client address in an hour'),
  RUN_LINKS_PER_PAGE: countSetting(3).describe('mails with a private link for one page in a day'),
});
export type VirtualRunConfig = z.output<typeof VirtualRunConfig>;

/** The spreadsheet that holds all registrations. */
export const registrationsSheet = (config: VirtualRunConfig): SheetSettings => ({
  serviceAccount: config.GOOGLE_SERVICE_ACCOUNT,
  baseUrl: config.GOOGLE_BASE_URL,
  spreadsheetId: config.RUN_SPREADSHEET_ID,
  sandboxSpreadsheetId: 'registrations',
  sheet: config.RUN_SHEET,
});

/** Settings that are allowed in development only. */
export const refusedInProduction = ({
  RUN_SECRET,
  SMTP_URL,
  GOOGLE_BASE_URL,
}: VirtualRunConfig): string[] => [
  ...weakSecrets({ RUN_SECRET }),
  ...sandboxHosts({ SMTP_URL }),
  ...sandboxAddresses({ GOOGLE_BASE_URL }),
];
