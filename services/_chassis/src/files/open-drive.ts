import type { BaseConfig } from '../config.ts';
import type { Logger } from '../log.ts';
import { ConfigurationError } from '../production.ts';
import { googleDrive } from '../providers/google-drive.ts';
import { readServiceAccount } from '../providers/google-login.ts';
import { type Drive, driveNotSetUp } from './drive.ts';

/** Drive as the settings say: Google's with a service account, the sandbox's in its place, or none. */
export const openDrive = (config: BaseConfig, log: Logger): Drive => {
  const { GOOGLE_SERVICE_ACCOUNT: key, GOOGLE_BASE_URL: baseUrl, NODE_ENV } = config;
  if (baseUrl && NODE_ENV === 'production')
    throw new ConfigurationError(['GOOGLE_BASE_URL is for sandboxes, never for production']);
  if (!key && !baseUrl) return driveNotSetUp;
  return googleDrive({ account: key ? readServiceAccount(key) : null, baseUrl: baseUrl ?? null, log });
};
