import type { BaseConfig } from '../base/config.ts';
import type { Logger } from '../base/log.ts';
import { ConfigurationError } from '../base/production.ts';
import { type Drive, driveNotSetUp } from '../files/drive.ts';
import { googleDrive } from './google-drive.ts';
import { type LoadDriveSdk, readServiceAccount } from './google-login.ts';

/**
 * Opens Drive from the settings: Google's with a service account, the sandbox, or none.
 * @param sdk null for a service that does not use Drive
 */
export const openDrive = (config: BaseConfig, log: Logger, sdk: LoadDriveSdk | null): Drive => {
  const { GOOGLE_SERVICE_ACCOUNT: key, GOOGLE_BASE_URL: baseUrl, NODE_ENV } = config;
  if (baseUrl && NODE_ENV === 'production')
    throw new ConfigurationError(['GOOGLE_BASE_URL is for sandboxes, never for production']);
  if (!key && !baseUrl) return driveNotSetUp;
  const account = key ? readServiceAccount(key) : null;
  return sdk ? googleDrive({ account, baseUrl: baseUrl ?? null, sdk, log }) : driveNotSetUp;
};
