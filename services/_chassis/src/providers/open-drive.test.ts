import { expect, it } from 'vitest';
import { BaseConfig } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { driveIdIn, driveKeyOf } from '../files/drive.ts';
import { openDrive } from './open-drive.ts';

const KEY = '{"client_email":"shop@project.example","private_key":"a key"}';
const log = createLog('test', 'silent');
/** Loaded at the first call of Google, and no test here makes one. */
const noSdk = () => Promise.reject(new Error('the SDK was loaded'));
const configOf = (env: Record<string, string>): BaseConfig =>
  BaseConfig.parse({
    NODE_ENV: 'test',
    MONGODB_URI: 'mongodb://x',
    INTERNAL_SECRET: 'a secret of the tests',
    ...env,
  });

it('without a key every call is refused as not set up', async () => {
  const drive = openDrive(configOf({}), log, noSdk);

  await expect(drive.about('A'.repeat(33))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Google Drive is not set up here.',
  });
  await expect(drive.open('A'.repeat(33))).rejects.toMatchObject({ code: 'unavailable' });
});

it('a service that does not use Drive has none, also with a service account or a sandbox', async () => {
  for (const env of [{ GOOGLE_BASE_URL: 'http://sandbox:4090' }, { GOOGLE_SERVICE_ACCOUNT: KEY }]) {
    expect(openDrive(configOf(env), log, null).account).toBeNull();
    expect(openDrive(configOf(env), log, noSdk).account).not.toBeNull();
  }
});

it('an invalid key or a sandbox in production ends the start; the error does not contain the key', () => {
  const open = (env: Record<string, string>) => () => openDrive(configOf(env), log, noSdk);

  expect(open({ GOOGLE_SERVICE_ACCOUNT: '{"private_key":"canary"' })).toThrow(/GOOGLE_SERVICE_ACCOUNT/);
  expect(open({ GOOGLE_SERVICE_ACCOUNT: '{"private_key":"canary"' })).not.toThrow(/canary/);
  expect(open({ GOOGLE_SERVICE_ACCOUNT: '/no/such/file' })).toThrow(/neither a key nor a file/);
  expect(open({ NODE_ENV: 'production', GOOGLE_BASE_URL: 'http://sandbox:4090' })).toThrow(
    /never for production/,
  );
});

it('keys of the file store name a Drive file or a file on disk', () => {
  expect(driveIdIn(driveKeyOf('1AbC-dEf_GhIj'))).toBe('1AbC-dEf_GhIj');
  for (const key of [
    'drive:',
    'drive:../../x',
    'a'.repeat(64),
    'https://drive.google.com/file/d/1AbC-dEf_GhIj',
  ])
    expect(driveIdIn(key)).toBeNull();
});
