/** Connections of publishing: the mail server, the folder in Drive and the virus scanner. */
import { operationsApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { adminUser, bootPublishing, type PublishingFixture } from './boot-publishing.ts';
import { startClamd } from './clamd.ts';

const check = async ({ service }: PublishingFixture, connection: string) => {
  const { state, sentence } = await service
    .as(adminUser, operationsApi('publishing'))
    .checkConnection({ params: { connection } });
  return [state, sentence];
};
const setKnob = ({ sandbox }: PublishingFixture, knob: object) =>
  fetch(`${sandbox.url}/sandbox/knobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(knob),
  });

it('the virus scanner is called with PING and scans nothing', async () => {
  await using clamd = await startClamd();
  await using fixture = await bootPublishing({ CLAMD_URL: clamd.url });
  expect(await check(fixture, 'virus-scanner')).toEqual(['works', 'The virus scanner answers.']);
  expect(clamd.scanned).toEqual([]);
});

it('a server that is no virus scanner is refused, and one that is not set is named', async () => {
  await using first = await bootPublishing();
  const { port } = new URL(first.sandbox.smtpUrl);
  await using fixture = await bootPublishing({ CLAMD_URL: `tcp://127.0.0.1:${port}` });
  expect(await check(fixture, 'virus-scanner')).toEqual([
    'refused',
    'What answers there is no virus scanner. See CLAMD_URL.',
  ]);
  expect(await check(first, 'virus-scanner')).toEqual(['not-configured', 'CLAMD_URL is not set.']);
});

it('the folder in Drive is read, and a refusal names the account to share it with', async () => {
  await using fixture = await bootPublishing({ DRIVE_FOLDER_ID: '0AFolderOfManuscripts' });
  const [state, sentence] = await check(fixture, 'google-drive-folder');
  expect([state, sentence]).toEqual([
    'refused',
    expect.stringMatching(/^Google Drive has no such folder for /),
  ]);
  await using locked = await bootPublishing({ DRIVE_FOLDER_ID: '0AFolderOfManuscripts' });
  await setKnob(locked, { target: 'google.token', status: 400 });
  expect(await check(locked, 'google-drive-folder')).toEqual([
    'refused',
    'Google does not accept the key of the service account. See GOOGLE_SERVICE_ACCOUNT.',
  ]);
});
