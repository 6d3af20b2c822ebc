import { type Connection, driveFolderConnection, openConnection, smtpConnection } from '@satrangi/chassis';
import { driveFolderSettings, type PublishingConfig } from '../config.ts';
import { driveSdk } from './google.ts';

const CLAMD_PORT = 3310;

const virusScanner = (url: string | undefined): Connection => ({
  id: 'virus-scanner',
  name: 'Virus scanner (clamd)',
  purpose: 'Manuscripts that arrive',
  area: 'texts',
  missing: url ? [] : ['CLAMD_URL'],
  isSandbox: false,
  check: async (signal) => {
    const reply = await openConnection(new URL(url ?? ''), {
      port: CLAMD_PORT,
      signal,
      greeting: 'zPING\0',
    });
    return reply.startsWith('PONG')
      ? { isAccepted: true, sentence: 'The virus scanner answers.' }
      : { isAccepted: false, sentence: 'What answers there is no virus scanner. See CLAMD_URL.' };
  },
});

/** Providers outside that publishing calls. */
export const publishingConnections = (config: PublishingConfig, nodeEnv: string): Connection[] => [
  smtpConnection(config.SMTP_URL, { purpose: 'Mails to authors', nodeEnv }),
  driveFolderConnection(driveFolderSettings(config), { purpose: 'Copies of manuscripts', sdk: driveSdk }),
  virusScanner(config.CLAMD_URL),
];
