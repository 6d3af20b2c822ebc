/** Resumable uploads (tus): broken lines go on, and the result is checked like any other file. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bootPublishing, type PublishingFixture } from './boot-publishing.ts';
import { pdfOf } from './manuscripts.ts';

const tus = { 'tus-resumable': '1.0.0' };
const encoded = (text: string): string => Buffer.from(text).toString('base64');

const begin = ({ service }: PublishingFixture, bytes: number, name = 'story.pdf') =>
  fetch(`${service.url}/publishing/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': `filename ${encoded(name)}` },
  });
const addressOf = ({ service }: PublishingFixture, answer: Response): string =>
  service.url + (answer.headers.get('location') ?? '').replace(/^\/api/, '');
const send = (address: string, offset: number, bytes: Buffer) =>
  fetch(address, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
const offsetOf = async (address: string): Promise<number> =>
  Number((await fetch(address, { method: 'HEAD', headers: tus })).headers.get('upload-offset'));

describe('a resumable upload', () => {
  it('goes on where it broke off and ends as a link for submit (PUB-01, P64)', async () => {
    await using fixture = await bootPublishing();
    const bytes = pdfOf(300_000);
    const created = await begin(fixture, bytes.length, 'बरसात.pdf');
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      expect.stringMatching(/^\/api\/publishing\/uploads\/[\w-]{22}$/),
    ]);
    const address = addressOf(fixture, created);
    expect((await send(address, 0, bytes.subarray(0, 100_000))).status).toBe(204);
    expect(await offsetOf(address)).toBe(100_000);
    const early = await fetch(`${address}/finish`, { method: 'POST' });
    expect([early.status, (await early.json()) as unknown]).toMatchObject([409, { code: 'too-late' }]);
    expect((await send(address, 50_000, bytes.subarray(50_000))).status).toBe(409);
    expect((await send(address, 100_000, bytes.subarray(100_000))).status).toBe(204);
    const finished = await Promise.all(
      [1, 2, 3].map(async () => (await fetch(`${address}/finish`, { method: 'POST' })).json()),
    );

    expect(new Set(finished.map((each) => (each as { driveLink: string }).driveLink)).size).toBe(1);
    expect(await fixture.stored('uploads')).toMatchObject([{ bytes: 300_000, kind: 'pdf' }]);
    expect(await readdir(join(fixture.service.context.settings.dataDir, 'resumable'))).toEqual([]);
  });

  it('counts for the room on the disk before it is finished, when it begins and when it goes on (P64)', async () => {
    await using fixture = await bootPublishing({ PUBLISHING_STORE_MAX: '10000' });
    const bytes = pdfOf(6_000);
    const [first, second] = [await begin(fixture, 6_000), await begin(fixture, 6_000)];
    expect((await send(addressOf(fixture, first), 0, bytes)).status).toBe(204);

    const refused = await send(addressOf(fixture, second), 0, bytes);
    expect([refused.status, (await begin(fixture, 6_000)).status]).toEqual([503, 503]);
    expect((await fixture.upload(bytes)).status).toBe(503);
    await fetch(`${addressOf(fixture, first)}/finish`, { method: 'POST' });
    expect(await fixture.stored('uploads')).toHaveLength(1);
    expect((await begin(fixture, 1_000)).status).toBe(201);
  });

  it('whose process was stopped after its file was kept is finished by the next call (P64)', async () => {
    await using fixture = await bootPublishing();
    const { dataDir } = fixture.service.context.settings;
    const bytes = pdfOf(9_000);
    const address = addressOf(fixture, await begin(fixture, bytes.length));
    await send(address, 0, bytes);
    const id = address.split('/').at(-1) ?? '';
    const path = join(dataDir, 'stopped');
    await writeFile(path, bytes);
    await fixture.service.context.filesIn('manuscripts').put(id, path);
    const finished = await fetch(`${address}/finish`, { method: 'POST' });

    expect(finished.status).toBe(200);
    expect(await fixture.stored('uploads')).toMatchObject([{ _id: id, bytes: 9_000 }]);
    expect(await readdir(join(dataDir, 'resumable'))).toEqual([]);
    expect(await readdir(join(dataDir, 'manuscripts'))).toEqual([id]);
  });

  it('of the wrong kind or size is refused in the exact words, in JSON', async () => {
    await using fixture = await bootPublishing();
    const large = await begin(fixture, fixture.limit + 1);
    expect([large.status, await large.json()]).toMatchObject([
      413,
      { error: 'File too large. Maximum size is 100MB.' },
    ]);
    const bytes = Buffer.from('MZ a program');
    const address = addressOf(fixture, await begin(fixture, bytes.length));
    await send(address, 0, bytes);
    const refused = await fetch(`${address}/finish`, { method: 'POST' });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'Invalid file type. Please upload PDF, DOC, DOCX, EPUB, or ZIP files.' },
    ]);
    expect(await fixture.stored('uploads')).toEqual([]);
    const gone = await send(address, 12, Buffer.from('x'));
    expect([gone.status, gone.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('serves its bytes to no caller', async () => {
    await using fixture = await bootPublishing();
    const address = addressOf(fixture, await begin(fixture, 100));
    expect((await fetch(address)).status).toBe(404);
    const unknown = await fetch(`${fixture.service.url}/publishing/uploads/nobody/finish`, {
      method: 'POST',
    });
    expect(unknown.status).toBe(404);
  });
});
