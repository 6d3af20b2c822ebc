/** Erasure and export of the personal data of an account in the cms. */
import { anEvent, TEST_INTERNAL_SECRET, testUser } from '@satrangi/chassis/testing';
import { cmsApi, userDeleted, userForgotten } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { adminUser, bootCms, type CmsFixture } from './boot-cms.ts';

const params = { key: 'about.mission' };
const write = async ({ editor, other }: CmsFixture): Promise<void> => {
  await editor.saveSection({ body: { ...params, content: 'one' } });
  await other.saveSection({ body: { ...params, content: 'two' } });
  await editor.saveSection({ body: { ...params, content: 'three' } });
  await editor.saveSection({ body: { key: 'home.hero', content: 'hello' } });
};
const deleted = (delivery: string) =>
  anEvent(userDeleted, { id: delivery, data: { userId: adminUser.userId } });

it('an erased editor leaves texts and versions without a name, acknowledged on each delivery', async () => {
  await using cms = await bootCms();
  await write(cms);
  await cms.service.deliver(deleted('first'));
  await cms.service.deliver(deleted('second'));

  const versions = await cms.other.listVersions({ params });
  expect(versions.map(({ content, by }) => [content, by])).toEqual([
    ['two', 'editor-two'],
    ['one', null],
  ]);
  expect((await cms.visitor.getSection({ params, query: {} })).content).toBe('three');
  const { connection } = cms.service.internals.store;
  const stored = await connection
    .collection('sections')
    .find({}, { projection: { outbox: 0 } })
    .toArray();
  expect(JSON.stringify(stored)).not.toContain(adminUser.userId);
  const acknowledged = (await cms.service.publishedEvents()).filter(
    ({ type }) => type === userForgotten.cms.type,
  );
  expect(acknowledged.map(({ data }) => data)).toEqual([
    { userId: adminUser.userId },
    { userId: adminUser.userId },
  ]);
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(1);
});

it('an erasure during saves leaves no name either', async () => {
  await using cms = await bootCms();
  await write(cms);
  const saves = Array.from({ length: 10 }, (_, n) =>
    cms.other.saveSection({ body: { ...params, content: `text ${n}` } }),
  );
  await Promise.all([...saves, cms.service.deliver(deleted('first'))]);

  const by = (await cms.other.listVersions({ params })).map((version) => version.by);
  expect(by).not.toContain(adminUser.userId);
  expect(by).toHaveLength(12);
});

it('the export lists when and where the caller saved texts, and nothing of others', async () => {
  await using cms = await bootCms();
  await write(cms);
  const { edits } = await cms.editor.exportMine();

  expect(edits.map(({ key }) => key).sort()).toEqual(['about.mission', 'about.mission', 'home.hero']);
  expect(await cms.service.as(testUser(), cmsApi).exportMine()).toMatchObject({ edits: [] });
});

it('holdings are true for an editor, for services only', async () => {
  await using cms = await bootCms();
  await write(cms);
  const request = (userId: string, secret: string) =>
    fetch(`${cms.service.url}/internal/cms/holdings/${userId}`, { headers: { 'x-internal-secret': secret } });

  expect(await (await request(adminUser.userId, TEST_INTERNAL_SECRET)).json()).toEqual({ owns: true });
  expect(await (await request('somebody', TEST_INTERNAL_SECRET)).json()).toEqual({ owns: false });
  expect((await request('somebody', 'guess')).status).toBe(401);
});
