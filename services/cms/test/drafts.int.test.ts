/** Drafts of sections: visitors read what was published; admins read both. */
import { testUser } from '@satrangi/chassis/testing';
import { cmsApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCms, type CmsFixture, refusal } from './boot-cms.ts';

const draft = { draft: '1' as const };
const save = ({ editor }: CmsFixture, key: string, content: string, more: object = {}) =>
  editor.saveSection({ body: { key, content, ...more } });

describe('a draft', () => {
  const key = 'about.mission';

  it('is not public: visitors read what was last published, 404 when nothing was (CMS-09, CMS-31)', async () => {
    await using cms = await bootCms();
    const read = () => cms.visitor.getSection({ params: { key }, query: {} });
    const setStatus = (status: 'draft' | 'published') =>
      cms.editor.setSectionStatus({ params: { key }, body: { status } });
    await save(cms, key, 'never published', { status: 'draft' });
    expect((await refusal(read())).status).toBe(404);

    await setStatus('published');
    expect((await read()).content).toBe('never published');
    await setStatus('draft');
    expect(await save(cms, key, 'not yet')).toMatchObject({ hasDraftChanges: true, isPublic: true });
    expect((await read()).content).toBe('never published');
    expect((await cms.editor.getSection({ params: { key }, query: draft })).content).toBe('not yet');
    await setStatus('published');
    expect((await read()).content).toBe('not yet');
    for (const status of ['hidden', '', null]) {
      const refused = await refusal(
        cms.editor.setSectionStatus({ params: { key }, body: { status: status as 'draft' } }),
      );
      expect(refused.status).toBe(400);
    }
  });

  it('under the key of a deleted section does not publish its old text again (CMS-06, CMS-31)', async () => {
    await using cms = await bootCms();
    const read = () => cms.visitor.getSection({ params: { key }, query: {} });
    for (const restore of [
      () => save(cms, key, 'new words', { status: 'draft' }),
      () => cms.editor.addSection({ body: { key, content: 'new words', status: 'draft' } }),
    ]) {
      await save(cms, key, 'taken away', { status: 'published' });
      await cms.editor.deleteSection({ params: { key } });
      expect(await restore()).toMatchObject({ isPublic: false });
      expect((await refusal(read())).status).toBe(404);
      const versions = await cms.editor.listVersions({ params: { key } });
      expect(versions[0]).toMatchObject({ content: 'taken away' });
      await cms.editor.setSectionStatus({ params: { key }, body: { status: 'published' } });
      expect((await read()).content).toBe('new words');
    }
  });

  it('is read by admins alone (CMS-31, CMS-34)', async () => {
    await using cms = await bootCms();
    await save(cms, key, 'x', { status: 'draft' });
    const reader = cms.service.as(testUser(), cmsApi);
    const requests = (client: CmsFixture['editor']) => [
      client.getSection({ params: { key }, query: draft }),
      client.listSections({ query: draft }),
      client.listPageSections({ params: { page: 'about' }, query: draft }),
    ];

    for (const call of requests(cms.visitor)) expect((await refusal(call)).status).toBe(401);
    for (const call of requests(reader)) expect((await refusal(call)).status).toBe(403);
    for (const call of requests(cms.editor)) await expect(call).resolves.toBeTruthy();
    expect(await reader.listSections({ query: {} })).toEqual([]);
  });
});
