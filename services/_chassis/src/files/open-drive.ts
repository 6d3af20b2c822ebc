import { readFileSync } from 'node:fs';
import type { BaseConfig } from '../config.ts';
import type { Logger } from '../log.ts';
import { googleDrive, ServiceAccount } from '../providers/google-drive.ts';
import { type Drive, driveNotSetUp } from './drive.ts';

/** @throws Error when there is a key and it can not be read: a wrong setting ends the start */
const accountIn = (setting: string): ServiceAccount => {
  try {
    const text = setting.trim().startsWith('{') ? setting : readFileSync(setting, 'utf8');
    return ServiceAccount.parse(JSON.parse(text));
  } catch {
    // the message of a parser would repeat the key
    throw new Error(
      'Configuration is not valid\nGOOGLE_SERVICE_ACCOUNT is neither a key nor a file with one',
    );
  }
};

/** Drive as the settings say: Google's with a service account, the sandbox's in its place, or none. */
export const openDrive = (config: BaseConfig, log: Logger): Drive => {
  const { GOOGLE_SERVICE_ACCOUNT: key, GOOGLE_BASE_URL: baseUrl, NODE_ENV } = config;
  if (baseUrl && NODE_ENV === 'production')
    throw new Error('Configuration is not valid\nGOOGLE_BASE_URL is for sandboxes, never for production');
  if (!key && !baseUrl) return driveNotSetUp;
  return googleDrive({ account: key ? accountIn(key) : null, baseUrl: baseUrl ?? null, log });
};
