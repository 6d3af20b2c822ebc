/** Removal of pictures that nothing uses. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pngOf, testMongo } from '@satrangi/chassis/testing';
import { MongoClient } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { bootCms, type CmsFixture } from './boot-cms.ts';
import { startProcesses, waitOptions } from './cms-process.ts';
import { download, upload } from './upload.ts';

const key = 'about.mission';
const DAY_MS = 86_400_000;
const imagesOf = (cms: CmsFixture) =>
  cms.service.internals.store.connection.collection<{ _id: string }>('images');
const filesOf = ({ service }: CmsFixture): string =>
  join(service.internals.context.settings.dataDir, 'files/own/cms');
const pictureOf = async (cms: CmsFixture): Promise<string> =>
  String((await upload(cms, pngOf(3, 2))).body.url);
const imgOf = (url: string): string => `<p><img src="${url}" alt="A river" /></p>`;

/** Sweeps after days have passed, texts before pictures. */
const sweepAfter = async ({ service }: CmsFixture, days: number): Promise<void> => {
  service.clock.advance(days * DAY_MS);
  for (const job of ['sweep-deleted', 'sweep-texts', 'sweep-images']) await service.runJob(job);
};
const isThere = async (cms: CmsFixture, url: string): Promise<boolean> =>
  (await download(cms, url)).status === 200;

describe('a picture', () => {
  it('that nothing uses is removed with its bytes after 7 days, not before', async () => {
    await using cms = await bootCms();
    const url = await pictureOf(cms);
    const file = join(filesOf(cms), url.split('/').at(-1) ?? '');
    expect(existsSync(file)).toBe(true);

    await sweepAfter(cms, 6.9);
    expect(await isThere(cms, url)).toBe(true);
    await sweepAfter(cms, 0.2);
    expect((await download(cms, url)).status).toBe(404);
    expect(existsSync(file)).toBe(false);
    expect(await imagesOf(cms).countDocuments()).toBe(0);
  });

  it('of a section, its versions, a deploy, a post, a letter or a send stays', async () => {
    await using cms = await bootCms();
    const save = (content: string) => cms.editor.saveSection({ body: { key, content } });
    const [version, deployed, cover, body, letter] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => pictureOf(cms)),
    );
    await save(imgOf(version ?? ''));
    await save(imgOf(deployed ?? ''));
    await cms.editor.deploy();
    await save('<p>now</p>');
    const post = { title: 'T', author: 'A', content: imgOf(body ?? ''), image: cover ?? null };
    const { _id } = await cms.editor.createBlog({ body: post });
    await cms.editor.createLetter({ body: { subject: 'S', content: imgOf(letter ?? '') } });

    const all = [version, deployed, cover, body, letter];
    for (let round = 0; round < 4; round++) await sweepAfter(cms, 8);
    expect(await Promise.all(all.map((url) => isThere(cms, url ?? '')))).toEqual(all.map(() => true));

    await cms.editor.deleteBlog({ params: { id: _id } });
    await sweepAfter(cms, 8);
    await sweepAfter(cms, 8);
    expect(await Promise.all(all.map((url) => isThere(cms, url ?? '')))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('of texts and pictures that an earlier version stored stays, and its shared bytes too', async () => {
    await using cms = await bootCms();
    const [used, unused] = [await pictureOf(cms), await pictureOf(cms)];
    await cms.editor.saveSection({ body: { key, content: imgOf(used) } });
    const { connection } = cms.service.internals.store;
    await connection.collection('texts').updateMany({}, { $unset: { images: 1 } });
    await imagesOf(cms).updateMany({}, { $unset: { usedAt: 1, removing: 1 } });
    await imagesOf(cms).updateOne({ _id: unused.split('/').at(-1) ?? '' }, { $unset: { isOwn: 1 } });

    await sweepAfter(cms, 8);
    expect((await imagesOf(cms).find().toArray()).map(({ _id }) => _id)).toEqual([used.split('/').at(-1)]);
    const file = (url: string) => join(filesOf(cms), url.split('/').at(-1) ?? '');
    expect([existsSync(file(used)), existsSync(file(unused))]).toEqual([true, true]);
  });

  it('that is saved again after months is kept by that save', async () => {
    await using cms = await bootCms();
    const url = await pictureOf(cms);
    cms.service.clock.advance(200 * DAY_MS);
    await cms.editor.saveSection({ body: { key, content: imgOf(url) } });
    await sweepAfter(cms, 1);
    expect(await isThere(cms, url)).toBe(true);
  });
});

it.each(['cms.picture-marked', 'cms.picture-without-bytes'])(
  'killed at %s: the next run finishes, and a used picture stays',
  { timeout: 120_000 },
  async (failpoint) => {
    await using processes = await startProcesses();
    await processes.start();
    const { url: unused } = await processes.upload(pngOf(3, 2));
    const { url: used } = await processes.upload(pngOf(3, 2));
    await processes.editor.saveSection({ body: { key, content: imgOf(used) } });
    await using client = await MongoClient.connect(await testMongo());
    const images = client.db(processes.database).collection<{ _id: string }>('images');
    await images.updateMany({}, { $set: { usedAt: new Date(Date.now() - 8 * DAY_MS) } });
    await processes.stop();

    const settings = { SWEEP_EVERY_MS: '200' };
    const victim = await processes.start(failpoint, settings);
    await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);
    await processes.start(undefined, settings);
    await vi.waitFor(async () => expect(await images.countDocuments()).toBe(1), waitOptions);
    expect((await processes.get(unused)).status).toBe(404);
    expect((await processes.get(used)).status).toBe(200);
  },
);
