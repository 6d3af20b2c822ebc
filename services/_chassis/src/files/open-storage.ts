import type { Logger } from '../base/log.ts';
import { ConfigurationError } from '../base/production.ts';
import type { S3Address } from '../base/s3-settings.ts';
import { diskStorage } from './disk-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

type Settings = {
  readonly DATA_DIR: string;
  readonly FILES_URL: S3Address | null;
  readonly FILES_ACCESS_KEY?: string | undefined;
  readonly FILES_SECRET_KEY?: string | undefined;
};
type OpenStorage = { readonly storage: ObjectStorage; readonly close: () => Promise<void> };

/**
 * The bucket of FILES_URL, else the folder DATA_DIR. The SDK is loaded for a bucket only.
 * @throws ConfigurationError for one half of the credentials
 */
export const openStorage = async (settings: Settings, log: Logger): Promise<OpenStorage> => {
  const { FILES_URL: address, FILES_ACCESS_KEY: accessKeyId, FILES_SECRET_KEY: secretAccessKey } = settings;
  if (!address) return { storage: diskStorage(settings.DATA_DIR), close: async () => {} };
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new ConfigurationError(['FILES_ACCESS_KEY and FILES_SECRET_KEY belong together']);
  const { s3Storage } = await import('./s3-storage.ts');
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
  const storage = s3Storage({ address, credentials, log });
  return { storage, close: async () => storage[Symbol.asyncDispose]() };
};
