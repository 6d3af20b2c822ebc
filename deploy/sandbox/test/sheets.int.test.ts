import { generateKeyPairSync } from 'node:crypto';
import { auth, sheets } from 'googleapis/build/src/apis/sheets/index.js';
import { expect, it } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { control, setKnob, startSandboxFixture, startWebhookReceiver } from './fixture.ts';

/** The real client, redirected to the sandbox. */
const sheetsAt = ({ url }: Sandbox) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const scopes = ['https://www.googleapis.com/auth/spreadsheets'];
  const client = new auth.JWT({ email: 'books@satrangi.example', key, scopes });
  client.transporter.interceptors.request.add({
    resolved: async (call) => {
      const { pathname, search } = new URL(call.url);
      call.url = new URL(pathname + search, url);
      return call;
    },
  });
  return sheets({ version: 'v4', auth: client }).spreadsheets.values;
};
const spreadsheetId = 'books';

it('stores raw values', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const values = sheetsAt(fixture);
  const raw = { spreadsheetId, valueInputOption: 'RAW' };

  await values.update({
    ...raw,
    range: "'Orders'!A1",
    requestBody: {
      values: [
        ['a', 1],
        ['=B1', 2],
      ],
    },
  });
  await values.append({
    ...raw,
    range: 'Orders!A1',
    requestBody: {
      values: [
        ['c', 3],
        ['d', 4],
      ],
    },
  });
  await values.clear({ spreadsheetId, range: 'Orders!A4:Z' });

  const rows = [
    ['a', 1],
    ['=B1', 2],
    ['c', 3],
  ];
  expect((await values.get({ spreadsheetId, range: 'Orders' })).data.values).toEqual(rows);
  expect((await control(fixture, 'GET', '/sheets')).body).toEqual([{ spreadsheetId, sheet: 'Orders', rows }]);
});

it('refuses values that are not raw, and requests without a token', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);
  const values = sheetsAt(fixture);
  const call = { spreadsheetId, range: 'Orders!A1', requestBody: { values: [['=1']] } };

  await expect(values.update({ ...call, valueInputOption: 'USER_ENTERED' })).rejects.toMatchObject({
    status: 400,
  });
  const stranger = await fetch(`${fixture.url}/v4/spreadsheets/books/values/Orders!A1`);
  expect(stranger.status).toBe(401);
  await setKnob(fixture, { target: 'google.sheets.*', status: 429, times: 10 });
  await expect(values.get({ spreadsheetId, range: 'Orders' }, { retry: false })).rejects.toMatchObject({
    status: 429,
  });
});
