import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClient, databaseName, libraryApi, MediaId, mediaTypes, UserId } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpRequest } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

const seeded = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(new URL(`../../seed/files/${name}`, import.meta.url)));

/** One upload of each kind. */
const files = {
  pdf: { name: 'seven-ways-home.pdf', mimeType: 'application/pdf', at: 'pdf' },
  video: { name: 'buttonhole.mp4', mimeType: 'video/mp4', at: 'stream' },
  audio: { name: 'aridaram.m4a', mimeType: 'audio/mp4', at: 'stream' },
} as const;

const platform = usePlatform();
let owner: Person;
let stranger: Person;
const ids = new Map<string, string>();

const library = (person: Person) =>
  createClient(libraryApi, { baseUrl: platform.api, token: () => person.token });
const upload = async (path: string, field: string, content: Buffer, mimeType: string, more = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, String(value));
  form.append(field, new Blob([new Uint8Array(content)], { type: mimeType }), 'file');
  const authorization = `Bearer ${platform.admin.token}`;
  const answer = await fetch(`${platform.api}${path}`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
};

beforeAll(async () => {
  [owner, stranger] = [await platform.newReader(), await platform.newReader()];
  for (const kind of mediaTypes) {
    const format = ({ pdf: 'text', video: 'video', audio: 'audio' } as const)[kind.file];
    const made = await httpRequest(`${platform.api}/admin/${kind.admin}`, {
      token: platform.admin.token,
      json: {
        slug: `played-${kind.joined}`,
        title: `A ${kind.label}`,
        ...{ author: 'Nobody', director: 'Nobody', narrator: 'Nobody', speaker: 'Nobody' },
        description: 'With a file.',
        formats: [format],
        priceINR: 199,
        priceUSD: 2.99,
        fileFollows: true,
      },
    });
    if (made.status !== 201) throw new Error(`${kind.admin}: ${made.status} ${made.text}`);
    const { _id } = made.json as { _id: string };
    ids.set(kind.joined, _id);
    const { name, mimeType } = files[kind.file];
    await upload(`/admin/${kind.admin}/${_id}/file`, 'file', await seeded(name), mimeType);
    if (kind.file !== 'pdf') {
      const vtt = await seeded('buttonhole.en.vtt');
      await upload(`/admin/${kind.admin}/${_id}/captions`, 'captions', vtt, 'text/vtt', { language: 'en' });
    }
    const mediaId = MediaId.parse(_id);
    const body = { userId: UserId.parse(owner.userId), mediaId, mediaType: kind.stored, format, reason: 'x' };
    await until('the library has projected the item', async () => {
      const known = await platform.mongo
        .db(databaseName('library'))
        .collection<{ _id: string; file: unknown; captions?: unknown[] }>('media')
        .findOne({ _id });
      return known?.file != null && (kind.file === 'pdf' || known.captions?.length === 1);
    });
    await library(platform.admin).grantManually({ body });
  }
});

describe.each(mediaTypes)('$label', ({ joined, path, file }) => {
  const { name, mimeType, at } = files[file];
  const address = () => `${platform.api}/${path}/${ids.get(joined)}/${at}`;

  it('is delivered whole and in ranges to its owner only; a session token in the URL plays films and sound (CAT-08, CAT-11, CAT-12, CAT-50, CAT-51, S9, S33)', async () => {
    const content = await seeded(name);
    const mediaId = MediaId.parse(ids.get(joined));
    const { ticket } = await library(owner).createTicket({ params: { mediaId } });
    const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${address()}${query}`, { method, headers });

    const whole = await get(`?ticket=${ticket}`);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, mimeType]);
    const bytes = Buffer.from(await whole.bytes());
    expect(bytes.subarray(0, content.length).equals(content)).toBe(true);
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    expect(whole.headers.get('content-encoding')).toBeNull();
    const part = await get(`?token=${ticket}`, { range: 'bytes=100-299' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${bytes.length}`]);
    expect(Buffer.from(await part.bytes()).equals(content.subarray(100, 300))).toBe(true);
    const head = await get(`?ticket=${ticket}`, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await get('', { cookie: `satrangi_session=${owner.token}` })).status).toBe(200);

    expect((await httpRequest(address())).status).toBe(401);
    expect(await httpRequest(address(), { token: stranger.token })).toMatchObject({
      status: 403,
      error: 'Purchase required',
    });
    const byLogin = await fetch(`${address()}?token=${owner.token}`, { headers: { range: 'bytes=0-9' } });
    await byLogin.bytes();
    expect(byLogin.status).toBe(file === 'pdf' ? 401 : 206);
    expect(byLogin.headers.get('referrer-policy')).toBe('no-referrer');
    expect(byLogin.headers.get('cache-control')).toContain('no-store');
    expect((await httpRequest(`${address()}?token=${stranger.token}`)).status).toBe(
      file === 'pdf' ? 401 : 403,
    );
    if (file === 'pdf') return;
    const captions = `${platform.api}/${path}/${mediaId}/captions/en`;
    expect((await fetch(`${captions}?ticket=${ticket}`)).headers.get('content-type')).toContain('text/vtt');
    expect((await httpRequest(captions, { token: stranger.token })).status).toBe(403);
  });
});

it('a deleted account leaves no library, position or copy (LIB-16)', async () => {
  const kept = platform.mongo.db(databaseName('library'));
  const { userId, token } = owner;
  const params = { mediaId: MediaId.parse(ids.get('shortfilm')) };
  const at = new Date().toISOString();
  await library(owner).putProgress({ params, body: { format: 'video', seconds: 3, duration: 60, at } });
  expect((await library(owner).listProgress())[0]).toMatchObject({ mediaType: 'shortfilm' });
  const mine = await library(owner).exportMine();
  expect([mine.grants.length, mine.progress.length, mine.copies.length]).toEqual([6, 1, 2]);

  const gone = await httpRequest(`${platform.api}/users/delete`, { method: 'DELETE', token });
  expect(gone.status).toBeLessThan(300);
  await until('nothing of the reader is left', async () => {
    const counts = ['grants', 'positions', 'copies'].map((of) =>
      kept.collection(of).countDocuments({ userId }),
    );
    return (await Promise.all(counts)).every((count) => count === 0);
  });
  const record = await kept.collection<{ _id: string }>('forgotten_readers').findOne({ _id: userId });
  expect(record).not.toBeNull();
});
