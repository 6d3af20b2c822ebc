import { type Connection, sheetConnection, smtpConnection } from '@satrangi/chassis';
import { registrationsSheet, type VirtualRunConfig } from '../config.ts';
import { sheetsSdk } from './google.ts';

/** Providers outside that the virtual run calls. */
export const virtualRunConnections = (config: VirtualRunConfig, nodeEnv: string): Connection[] => [
  smtpConnection(config.SMTP_URL, { purpose: 'Mails to runners', nodeEnv }),
  sheetConnection(registrationsSheet(config), {
    purpose: 'The list of registrations',
    sdk: sheetsSdk,
    variables: { id: 'RUN_SPREADSHEET_ID', sheet: 'RUN_SHEET' },
  }),
];
