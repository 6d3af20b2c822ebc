/** Concurrent editors, versions, and restoring them. */
import { VERSIONS_MAX } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCms, type CmsFixture, refusal } from './boot-cms.ts';

const key = 'about.mission';
const params = { key };
const CHANGED = 'Content changed since you opened it';
const save = (cms: CmsFixture, content: string, base: { updatedAt?: string; ifMatch?: string } = {}) =>
  cms.editor.saveSection(
    { body: { key, content, ...(base.updatedAt ? { updatedAt: base.updatedAt } : {}) } },
    base.ifMatch ? { headers: { 'if-match': `"${base.ifMatch}"` } } : undefined,
  );
const contentsOf = async ({ editor }: CmsFixture): Promise<string[]> =>
  (await editor.listVersions({ params })).map(({ content }) => content);
const draftOf = ({ editor }: CmsFixture) => editor.getSection({ params, query: { draft: '1' } });

describe('a save over a newer text (CMS-37)', () => {
  it('is refused with both texts and changes nothing', async () => {
    await using cms = await bootCms();
    const opened = await save(cms, 'opened');
    const current = await save(cms, 'of the other editor', { updatedAt: opened.updatedAt });
    const published = (await cms.service.publishedEvents()).length;

    for (const base of [{ updatedAt: opened.updatedAt }, { ifMatch: opened.revision }]) {
      const refused = await refusal(save(cms, 'mine<script>1</script>', base));
      expect([refused.status, refused.code, refused.message]).toEqual([409, 'version-conflict', CHANGED]);
      expect(refused.problem.data).toEqual({ current, yours: { content: 'mine' } });
    }

    expect(await draftOf(cms)).toEqual(current);
    expect((await cms.service.publishedEvents()).length).toBe(published);
    expect(await save(cms, 'mine', { updatedAt: current.updatedAt })).toMatchObject({ content: 'mine' });
  });

  it('is refused when the section was renamed or deleted in between', async () => {
    await using cms = await bootCms();
    const opened = await save(cms, 'opened');
    await cms.editor.deleteSection({ params });

    const refused = await refusal(save(cms, 'mine', { updatedAt: opened.updatedAt }));
    expect([refused.status, refused.problem.data]).toEqual([
      409,
      { current: null, yours: { content: 'mine' } },
    ]);
  });

  it.each([['updatedAt'], ['ifMatch']] as const)(
    'succeeds for exactly one of twenty editors who began with one %s',
    async (token) => {
      await using cms = await bootCms();
      const opened = await save(cms, 'opened');
      const base = token === 'updatedAt' ? { updatedAt: opened.updatedAt } : { ifMatch: opened.revision };

      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => save(cms, `editor ${n}`, base)),
      );

      const won = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      expect(won).toHaveLength(1);
      for (const answer of answers)
        if (answer.status === 'rejected')
          expect(answer.reason).toMatchObject({
            status: 409,
            problem: { data: { current: { content: won[0]?.content } } },
          });
      expect((await draftOf(cms)).content).toBe(won[0]?.content);
      expect(await contentsOf(cms)).toEqual(['opened']);
    },
  );
});

it('a text that was saved after an editor read the section is not published by the editor (P81)', async () => {
  await using cms = await bootCms();
  const setStatus = (status: 'published' | 'draft', revision?: string) =>
    cms.editor.setSectionStatus(
      { params, body: { status } },
      revision === undefined ? undefined : { headers: { 'if-match': `"${revision}"` } },
    );
  const isPublic = () => cms.visitor.getSection({ params, query: {} }).then(({ content }) => content);
  await save(cms, 'public');
  const opened = await setStatus('draft');
  const current = await save(cms, 'not ready');

  const refused = await refusal(setStatus('published', opened.revision));

  expect([refused.status, refused.message, refused.problem.data]).toEqual([409, CHANGED, { current }]);
  expect(await isPublic()).toBe('public');
  const published = await setStatus('published', current.revision);
  expect(await isPublic()).toBe('not ready');
  // repeated after a lost answer: it is published already
  expect(await setStatus('published', current.revision)).toEqual(published);
  expect(await setStatus('draft')).toMatchObject({ status: 'draft' });
});

describe('versions', () => {
  it('of concurrent saves that name no beginning lose no text', async () => {
    await using cms = await bootCms();
    const texts = Array.from({ length: 20 }, (_, n) => `editor ${n}`);
    await Promise.all(texts.map((text) => save(cms, text)));

    const kept = [(await draftOf(cms)).content, ...(await contentsOf(cms))];
    expect(kept.sort()).toEqual(texts.sort());
  });

  it('are listed newest first with status, time and content; at most 50 are kept (CMS-07, CMS-15, CMS-30)', async () => {
    await using cms = await bootCms();
    const first = await save(cms, 'text 0');
    await cms.editor.setSectionStatus({ params, body: { status: 'draft' } });
    for (let n = 1; n <= VERSIONS_MAX; n++) await save(cms, `text ${n}`);
    const versions = await cms.editor.listVersions({ params });

    expect(versions).toHaveLength(VERSIONS_MAX);
    expect(versions[0]).toMatchObject({ status: 'draft', content: `text ${VERSIONS_MAX - 1}` });
    expect(versions.at(-1)).toEqual({
      status: 'draft',
      content: 'text 0',
      updatedAt: first.updatedAt,
      by: 'editor-one',
    });
    await save(cms, 'one more');
    expect(await contentsOf(cms)).not.toContain('text 0');
    const times = (await cms.editor.listVersions({ params })).map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...new Set(times)].sort().reverse());
  });

  it('become the present text by their index; the text before becomes a version, the status stays (CMS-08, CMS-29)', async () => {
    await using cms = await bootCms();
    for (const text of ['one', 'two', 'three']) await save(cms, text);
    const rollback = (versionIdx: number, updatedAt?: string) =>
      cms.editor.rollbackSection({ params, body: { versionIdx, ...(updatedAt ? { updatedAt } : {}) } });

    expect(await rollback(1)).toMatchObject({ content: 'one', status: 'published' });
    expect(await contentsOf(cms)).toEqual(['three', 'two', 'one']);
    expect((await cms.visitor.getSection({ params, query: {} })).content).toBe('one');

    await cms.editor.setSectionStatus({ params, body: { status: 'draft' } });
    expect(await rollback(0)).toMatchObject({ content: 'three', status: 'draft' });
    expect((await cms.visitor.getSection({ params, query: {} })).content).toBe('one');
    expect((await refusal(rollback(99))).status).toBe(404);
    expect((await refusal(rollback(-1))).status).toBe(400);
  });

  it('are refused when their index names another one by now', async () => {
    await using cms = await bootCms();
    for (const text of ['one', 'two']) await save(cms, text);
    const [version] = await cms.editor.listVersions({ params });
    await save(cms, 'three');
    const body = { versionIdx: 0, updatedAt: version?.updatedAt ?? '' };

    const refused = await refusal(cms.editor.rollbackSection({ params, body }));
    expect([refused.status, refused.message]).toEqual([409, CHANGED]);
    expect((await draftOf(cms)).content).toBe('three');
  });
});

it('texts stay while something points to them, and are removed a week after nothing does', async () => {
  await using cms = await bootCms();
  const texts = cms.service.internals.store.connection.collection('texts');
  const days = async (count: number): Promise<number> => {
    cms.service.clock.advance(count * 86_400_000);
    await cms.service.runJob('sweep-texts');
    return texts.countDocuments();
  };
  for (const text of ['one', 'two', 'three']) await save(cms, text);
  expect(await days(8)).toBe(3);

  await cms.editor.deleteSection({ params });
  expect(await days(29)).toBe(3);
  cms.service.clock.advance(2 * 86_400_000);
  await cms.service.runJob('sweep-deleted');
  expect(await days(1)).toBe(0);
});

it('a text that is written again is left for its writer, although nothing points to it yet', async () => {
  await using cms = await bootCms();
  const texts = cms.service.internals.store.connection.collection('texts');
  const opened = await save(cms, 'opened');
  await save(cms, 'current');
  const refusedSave = () => refusal(save(cms, 'refused', { updatedAt: opened.updatedAt }));
  const sweepAfter = async (days: number): Promise<number> => {
    cms.service.clock.advance(days * 86_400_000);
    await cms.service.runJob('sweep-texts');
    return texts.countDocuments();
  };

  await refusedSave();
  expect(await sweepAfter(5)).toBe(3);
  await refusedSave();
  expect(await sweepAfter(5)).toBe(3);
  expect(await sweepAfter(5)).toBe(2);
});
