import { expect, it } from 'vitest';
import { BaseConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { driveIdIn, driveKeyOf } from './drive.ts';
import { openDrive } from './open-drive.ts';

const log = createLog('test', 'silent');
const configOf = (env: Record<string, string>): BaseConfig =>
  BaseConfig.parse({
    NODE_ENV: 'test',
    MONGODB_URI: 'mongodb://x',
    INTERNAL_SECRET: 'a secret of the tests',
    ...env,
  });

it('without a key Drive says calmly that it is not set up', async () => {
  const drive = openDrive(configOf({}), log);

  await expect(drive.about('A'.repeat(33))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Google Drive is not set up here.',
  });
  await expect(drive.open('A'.repeat(33))).rejects.toMatchObject({ code: 'unavailable' });
});

it('a key that is none ends the start without being repeated, and a sandbox never stands in production', () => {
  const open = (env: Record<string, string>) => () => openDrive(configOf(env), log);

  expect(open({ GOOGLE_SERVICE_ACCOUNT: '{"private_key":"canary"' })).toThrow(/GOOGLE_SERVICE_ACCOUNT/);
  expect(open({ GOOGLE_SERVICE_ACCOUNT: '{"private_key":"canary"' })).not.toThrow(/canary/);
  expect(open({ GOOGLE_SERVICE_ACCOUNT: '/no/such/file' })).toThrow(/neither a key nor a file/);
  expect(open({ NODE_ENV: 'production', GOOGLE_BASE_URL: 'http://sandbox:4090' })).toThrow(
    /never for production/,
  );
});

it('a key of the files port names a file in Drive, or one on disk', () => {
  expect(driveIdIn(driveKeyOf('1AbC-dEf_GhIj'))).toBe('1AbC-dEf_GhIj');
  for (const key of [
    'drive:',
    'drive:../../x',
    'a'.repeat(64),
    'https://drive.google.com/file/d/1AbC-dEf_GhIj',
  ])
    expect(driveIdIn(key)).toBeNull();
});
