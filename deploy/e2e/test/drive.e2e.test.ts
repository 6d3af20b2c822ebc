import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ApiError, catalogApi, createClient, databaseName } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { usePlatform } from './support/opened.ts';

const platform = usePlatform();
const folder = fileURLToPath(new URL('../../seed/files/', import.meta.url));
/** A film of the seed items. */
const film = (): Buffer => {
  const name = readdirSync(folder).find((each) => each.endsWith('.mp4') && !each.includes('.preview.'));
  if (name === undefined) throw new Error('no seed film');
  return readFileSync(`${folder}${name}`);
};

const intoDrive = async (content: Buffer): Promise<{ id: string; link: string }> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'video/mp4' }), 'film.mp4');
  const response = await fetch(`${platform.url}/sandbox/drive/files`, { method: 'POST', body: form });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; link: string };
};

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  );

it('a film in Drive is verified, published and streamed to authorized readers, and its id is never exposed (CAT-11, CAT-17, CAT-32, P34)', async () => {
  const editor = createClient(catalogApi, { baseUrl: platform.api, token: () => platform.admin.token });
  const visitor = createClient(catalogApi, { baseUrl: platform.api });
  const content = film();
  const { id, link } = await intoDrive(content);
  const body = {
    title: 'The Ironing Table',
    director: 'Meher Daruwalla',
    description: 'A film.',
    format: 'video',
    driveLink: link,
  } as const;

  expect((await editor.verifyDriveLink({ query: { driveLink: link } })).meta).toMatchObject({
    id,
    name: 'film.mp4',
  });
  expect(await statusOf(visitor.verifyDriveLink({ query: { driveLink: link } }))).toBe(401);
  const free = await editor.createShortFilm({ body: { ...body, priceINR: 0 } });
  const sold = await editor.createShortFilm({ body: { ...body, priceINR: 99 } });
  const storedSizeOf = async (mediaId: string): Promise<number> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { fileBytes } = await visitor.getShortFilm({ params: { id: mediaId } });
      const stored = await platform.mongo
        .db(databaseName('library'))
        .collection<{ _id: string }>('media')
        .findOne({ _id: mediaId, 'file.bytes': content.length });
      if (fileBytes !== null && stored) return fileBytes;
      await sleep(100);
    }
    throw new Error('Drive received no request');
  };
  expect([await storedSizeOf(free._id), await storedSizeOf(sold._id)]).toEqual([
    content.length,
    content.length,
  ]);

  const part = await fetch(`${platform.api}/shortfilms/${free._id}/stream`, {
    headers: { range: 'bytes=1000-1999' },
  });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-1999/${content.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1_000, 2_000))).toBe(true);
  const whole = await fetch(`${platform.api}/shortfilms/${free._id}/stream`);
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const reader = await platform.newReader();
  const requested = (token?: string) =>
    fetch(`${platform.api}/shortfilms/${sold._id}/stream`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  expect([(await requested()).status, (await requested(reader.token)).status]).toEqual([401, 403]);

  for (const address of ['/search', '/shortfilms', `/shortfilms/${free._id}`, `/media/${sold._id}`])
    expect(await (await fetch(`${platform.api}${address}`)).text()).not.toContain(id);
});

it('an uploaded picture is served at an immutable URL (CAT-10, CAT-31)', async () => {
  const editor = createClient(catalogApi, { baseUrl: platform.api, token: () => platform.admin.token });
  // a JPG header up to its size: 16 by 10 pixels
  const marks = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 10, 0, 16, 1, 1, 0x11, 0, 0xff, 0xd9];
  const thumbnail = new Blob([new Uint8Array(marks)], { type: 'image/jpeg' });

  const { thumbnailUrl } = await editor.uploadEbookThumbnail({
    params: { id: platform.books.cheap },
    files: { thumbnail },
  });

  const shown = await fetch(`${platform.url}${thumbnailUrl}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const etag = shown.headers.get('etag') ?? '';
  expect((await fetch(`${platform.url}${thumbnailUrl}`, { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  );
});

it('a change by an editor invalidates the response cache of the gateway (CAT-40)', async () => {
  const editor = createClient(catalogApi, { baseUrl: platform.api, token: () => platform.admin.token });
  const visitor = createClient(catalogApi, { baseUrl: platform.api });
  const draft = { title: 'First name', author: 'Nobody', description: 'An issue.', format: 'text' } as const;
  const { _id: id } = await editor.createMagazine({ body: draft });
  const seen = async (): Promise<string[]> => [
    (await visitor.getMagazine({ params: { id } })).title,
    (await visitor.getMedia({ params: { id } })).title,
    ...(await visitor.listMagazines()).items.map(({ title }) => title),
    ...(await visitor.search({ query: { mediaType: 'magazine' } })).items.map(({ title }) => title),
  ];
  for (let requests = 0; requests < 3; requests += 1) await seen();

  await editor.updateMagazine({ params: { id }, body: { ...draft, title: 'Second name' } });

  const last = Date.now() + 15_000;
  while ((await seen()).some((title) => title !== 'Second name') && Date.now() < last) await sleep(50);
  expect(await seen()).toEqual(Array.from({ length: 4 }, () => 'Second name'));
});
