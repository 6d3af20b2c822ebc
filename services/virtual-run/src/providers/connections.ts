import { type Connection, sheetConnection, smtpConnection } from '@satrangi/chassis';
import { registrationsSheet, type VirtualRunConfig } from '../config.ts';

/** Providers outside that the virtual run calls. */
export const virtualRunConnections = (config: VirtualRunConfig, nodeEnv: string): Connection[] => [
  smtpConnection(config.SMTP_URL, { purpose: 'Mails to runners', nodeEnv }),
  sheetConnection(registrationsSheet(config), {
    purpose: 'The list of registrations',
    variables: { id: 'RUN_SPREADSHEET_ID', sheet: 'RUN_SHEET' },
  }),
];
