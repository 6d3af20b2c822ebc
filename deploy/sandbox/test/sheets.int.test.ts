import { generateKeyPairSync } from 'node:crypto';
import { auth, sheets } from 'googleapis/build/src/apis/sheets/index.js';
import { expect, it } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { control, openShop, startWorld, turnKnob } from './world.ts';

/** The real client, led here. */
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

it('a spreadsheet keeps what is written, as it is written', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  const values = sheetsAt(world);
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
  expect((await control(world, 'GET', '/sheets')).body).toEqual([{ spreadsheetId, sheet: 'Orders', rows }]);
});

it('what is not raw is refused, and so is a stranger', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);
  const values = sheetsAt(world);
  const call = { spreadsheetId, range: 'Orders!A1', requestBody: { values: [['=1']] } };

  await expect(values.update({ ...call, valueInputOption: 'USER_ENTERED' })).rejects.toMatchObject({
    status: 400,
  });
  const stranger = await fetch(`${world.url}/v4/spreadsheets/books/values/Orders!A1`);
  expect(stranger.status).toBe(401);
  await turnKnob(world, { target: 'google.sheets.*', status: 429, times: 10 });
  await expect(values.get({ spreadsheetId, range: 'Orders' }, { retry: false })).rejects.toMatchObject({
    status: 429,
  });
});
