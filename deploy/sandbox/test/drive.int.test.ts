import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { auth, drive } from 'googleapis/build/src/apis/drive/index.js';
import { expect, it } from 'vitest';
import { control, startWorld, turnKnob } from './world.ts';

const nowhere = 'http://127.0.0.1:1';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The real SDK, moved to the sandbox by an interceptor. */
const driveAt = (baseUrl: string) => {
  const client = new auth.JWT({ email: 'shop@satrangi.example', key, scopes: ['drive'] });
  client.transporter.interceptors.request.add({
    resolved: async (request) => {
      const url = new URL(request.url);
      request.url = new URL(url.pathname + url.search, baseUrl);
      return request;
    },
  });
  return drive({ version: 'v3', auth: client, retry: false });
};

type Kept = { id: string; link: string };
const upload = async (
  url: string,
  fields: Record<string, string> = {},
  content = 'moving pictures',
): Promise<Kept> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'video/mp4' }), 'film.mp4');
  const response = await fetch(`${url}/sandbox/drive/files`, { method: 'POST', body: form });
  expect(response.status).toBe(201);
  return (await response.json()) as Kept;
};
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error) => Number(error.status),
  );

/** With `responseType: 'stream'` a body is one, which the types of the SDK do not say. */
const wordsOf = async (body: unknown): Promise<string> => {
  if (!(body instanceof Readable)) throw new Error('no stream came');
  return (await buffer(body)).toString();
};

it('the SDK signs in as a service account and reads what a file is, and its bytes by ranges', async () => {
  await using world = await startWorld(nowhere);
  const { id, link } = await upload(world.url);
  const files = driveAt(world.url).files;

  const { data } = await files.get({ fileId: id, fields: 'id,name,mimeType,webViewLink,size,md5Checksum' });
  const part = await files.get(
    { fileId: id, alt: 'media' },
    { responseType: 'stream', headers: { range: 'bytes=7-14' } },
  );

  expect(link).toBe(`https://drive.google.com/file/d/${id}/view`);
  expect(data).toMatchObject({ id, name: 'film.mp4', mimeType: 'video/mp4', size: '15' });
  expect(data.md5Checksum).toMatch(/^[0-9a-f]{32}$/);
  expect(part.status).toBe(206);
  expect(await wordsOf(part.data)).toBe('pictures');
});

it('a file that is not shared is 403, one that does not exist 404, until it is shared', async () => {
  await using world = await startWorld(nowhere);
  const { id } = await upload(world.url, { access: 'no-access' });
  const { id: hidden } = await upload(world.url, { access: 'not-found' });
  const files = driveAt(world.url).files;

  expect(await statusOf(files.get({ fileId: id }))).toBe(403);
  expect(await statusOf(files.get({ fileId: hidden }))).toBe(404);
  expect(await statusOf(files.get({ fileId: 'nobody-knows-it' }))).toBe(404);
  await control(world, 'PUT', `/drive/files/${id}`, { access: 'ok' });
  expect(await statusOf(files.get({ fileId: id }))).toBe(200);
});

it('without a token there is nothing to see, and knobs make trouble', async () => {
  await using world = await startWorld(nowhere);
  const { id } = await upload(world.url);
  const files = driveAt(world.url).files;

  expect((await fetch(`${world.url}/drive/v3/files/${id}`)).status).toBe(401);
  await turnKnob(world, { target: 'drive.files.get', status: 503, times: 1 });
  expect(await statusOf(files.get({ fileId: id }))).toBe(503);
  expect(await statusOf(files.get({ fileId: id }))).toBe(200);
});

it('an upload without a file and a wrong wish are refused in words', async () => {
  await using world = await startWorld(nowhere);
  const empty = await fetch(`${world.url}/sandbox/drive/files`, { method: 'POST', body: new FormData() });

  expect(empty.status).toBe(400);
  expect((await control(world, 'PUT', '/drive/files/none', { access: 'ok' })).status).toBe(404);
});

it('a restart keeps the files and who may see them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const first = await startWorld(nowhere, { dataDir: folder });
  const { id } = await upload(first.url, { name: 'स्त्री.mp4' });
  const { id: hidden } = await upload(first.url);
  await control(first, 'PUT', `/drive/files/${hidden}`, { access: 'no-access' });
  await first[Symbol.asyncDispose]();

  await using second = await startWorld(nowhere, { dataDir: folder });
  const files = driveAt(second.url).files;
  const { data } = await files.get({ fileId: id });
  const whole = await files.get({ fileId: id, alt: 'media' }, { responseType: 'stream' });

  expect(data.name).toBe('स्त्री.mp4');
  expect(await wordsOf(whole.data)).toBe('moving pictures');
  expect(await statusOf(files.get({ fileId: hidden }))).toBe(403);
  await rm(folder, { recursive: true });
});
