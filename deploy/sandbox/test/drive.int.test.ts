import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { auth, drive } from 'googleapis/build/src/apis/drive/index.js';
import { expect, it } from 'vitest';
import { control, setKnob, startSandboxFixture } from './fixture.ts';

const nowhere = 'http://127.0.0.1:1';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The real SDK, redirected to the sandbox by an interceptor. */
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

type StoredResponse = { id: string; link: string };
const upload = async (
  url: string,
  fields: Record<string, string> = {},
  content = 'moving pictures',
): Promise<StoredResponse> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content], { type: 'video/mp4' }), 'film.mp4');
  const response = await fetch(`${url}/sandbox/drive/files`, { method: 'POST', body: form });
  expect(response.status).toBe(201);
  return (await response.json()) as StoredResponse;
};
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error) => Number(error.status),
  );

/** With `responseType: 'stream'` the body is a stream; the types of the SDK are wrong. */
const wordsOf = async (body: unknown): Promise<string> => {
  if (!(body instanceof Readable)) throw new Error('no stream');
  return (await buffer(body)).toString();
};

it('authenticates the SDK as a service account and returns metadata and byte ranges', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const { id, link } = await upload(fixture.url);
  const files = driveAt(fixture.url).files;

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

it('answers 403 for a file that is not shared and 404 for a missing one, until it is shared', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const { id } = await upload(fixture.url, { access: 'no-access' });
  const { id: hidden } = await upload(fixture.url, { access: 'not-found' });
  const files = driveAt(fixture.url).files;

  expect(await statusOf(files.get({ fileId: id }))).toBe(403);
  expect(await statusOf(files.get({ fileId: hidden }))).toBe(404);
  expect(await statusOf(files.get({ fileId: 'nobody-knows-it' }))).toBe(404);
  await control(fixture, 'PUT', `/drive/files/${id}`, { access: 'ok' });
  expect(await statusOf(files.get({ fileId: id }))).toBe(200);
});

it('refuses requests without a token, and injects faults by knobs', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const { id } = await upload(fixture.url);
  const files = driveAt(fixture.url).files;

  expect((await fetch(`${fixture.url}/drive/v3/files/${id}`)).status).toBe(401);
  await setKnob(fixture, { target: 'drive.files.get', status: 503, times: 1 });
  expect(await statusOf(files.get({ fileId: id }))).toBe(503);
  expect(await statusOf(files.get({ fileId: id }))).toBe(200);
});

it('refuses an upload without a file and an invalid access value with a message', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const empty = await fetch(`${fixture.url}/sandbox/drive/files`, { method: 'POST', body: new FormData() });

  expect(empty.status).toBe(400);
  expect((await control(fixture, 'PUT', '/drive/files/none', { access: 'ok' })).status).toBe(404);
});

it('keeps files and their access over a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const first = await startSandboxFixture(nowhere, { dataDir: folder });
  const { id } = await upload(first.url, { name: 'स्त्री.mp4' });
  const { id: hidden } = await upload(first.url);
  await control(first, 'PUT', `/drive/files/${hidden}`, { access: 'no-access' });
  await first[Symbol.asyncDispose]();

  await using second = await startSandboxFixture(nowhere, { dataDir: folder });
  const files = driveAt(second.url).files;
  const { data } = await files.get({ fileId: id });
  const whole = await files.get({ fileId: id, alt: 'media' }, { responseType: 'stream' });

  expect(data.name).toBe('स्त्री.mp4');
  expect(await wordsOf(whole.data)).toBe('moving pictures');
  expect(await statusOf(files.get({ fileId: hidden }))).toBe(403);
  await rm(folder, { recursive: true });
});

it('takes an upload of the SDK under a reserved id once, and deletes it', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const files = driveAt(fixture.url).files;
  const [id = ''] = (await files.generateIds({ count: 1 })).data.ids ?? [];
  const content = `--no boundary\r\n\r\n${'प'.repeat(70_000)}`;
  const create = () =>
    files.create({
      requestBody: { id, name: 'SUB-1.pdf', parents: ['a-folder'] },
      media: { mimeType: 'application/pdf', body: Readable.from([content]) },
      fields: 'id',
    });

  expect((await create()).data.id).toBe(id);
  expect(await statusOf(create())).toBe(409);
  const { data } = await files.get({ fileId: id });
  expect(data).toMatchObject({ name: 'SUB-1.pdf', parents: ['a-folder'] });
  expect(data.sha256Checksum).toBe(createHash('sha256').update(content).digest('hex'));
  const whole = await files.get({ fileId: id, alt: 'media' }, { responseType: 'stream' });
  expect(await wordsOf(whole.data)).toBe(content);
  expect((await files.delete({ fileId: id })).status).toBe(204);
  expect([await statusOf(files.delete({ fileId: id })), await statusOf(files.get({ fileId: id }))]).toEqual([
    404, 404,
  ]);
  expect((await control(fixture, 'GET', '/drive/files')).body).toEqual([]);
});
