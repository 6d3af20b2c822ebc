/** Texts that pages read and no editor has written: editors see them with their fallback (CMS-26). */
import { testUser } from '@satrangi/chassis/testing';
import { cmsApi, pageTexts } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCms, refusal } from './boot-cms.ts';

const draft = { draft: '1' as const };
const about = pageTexts.filter(({ page }) => page === 'about').map(({ key }) => key);
const [first = '', second = ''] = about;

describe('texts that a page reads and no editor wrote (CMS-26)', () => {
  it('are listed with their fallback after the sections of the page, for admins who ask for drafts', async () => {
    await using cms = await bootCms();
    await cms.editor.saveSection({ body: { key: first, content: '<p>ours</p>' } });
    await cms.editor.saveSection({ body: { key: second, content: 'later', status: 'draft' } });
    const list = (query: object) => cms.editor.listPageSections({ params: { page: 'about' }, query });

    const listed = await list(draft);
    expect(listed.slice(0, 2)).toMatchObject([
      { key: first, status: 'published' },
      { key: second, status: 'draft' },
    ]);
    expect(listed.slice(2).map(({ key }) => key)).toEqual(about.slice(2));
    for (const section of listed.slice(2)) {
      const text = pageTexts.find(({ key }) => key === section.key);
      expect(section).toEqual({
        key: section.key,
        page: 'about',
        content: text?.kind === 'html' ? text.fallback : expect.stringMatching(/^<p>[^<]+<\/p>$/),
        label: text?.label,
        status: 'unwritten',
      });
    }
    expect((await list({})).map(({ key }) => key)).toEqual([first]);
    expect((await cms.visitor.listPageSections({ params: { page: 'about' } })).map(({ key }) => key)).toEqual(
      [first],
    );
  });

  it('include deleted ones, until they are restored; an order of the page needs none of them', async () => {
    await using cms = await bootCms();
    const keys = async () =>
      (await cms.editor.listPageSections({ params: { page: 'about' }, query: draft })).flatMap(
        ({ key, status }) => (status === 'unwritten' ? [key] : []),
      );
    await cms.editor.saveSection({ body: { key: first, content: 'x' } });
    expect(await keys()).not.toContain(first);
    await cms.editor.deleteSection({ params: { key: first } });
    expect(await keys()).toEqual(about);
    await cms.editor.undeleteSection({ params: { key: first } });
    expect(await keys()).toEqual(about.slice(1));
    const order = [first];
    expect(await cms.editor.reorderSections({ body: { page: 'about', order } })).toEqual({ ok: true, order });
  });

  it('are named by the list of pages, for admins who ask for drafts', async () => {
    await using cms = await bootCms();
    await cms.editor.saveSection({ body: { key: first, content: 'x', status: 'draft' } });
    await cms.editor.saveSection({ body: { key: 'plans.secret', content: 'x', status: 'draft' } });
    const pages = await cms.editor.listRealPages({ query: draft });

    expect(pages.find(({ id }) => id === 'about')).toMatchObject({
      sections: [first],
      unwritten: about.slice(1),
    });
    expect(pages.find(({ id }) => id === 'plans')).toMatchObject({
      sections: ['plans.secret'],
      unwritten: [],
    });
    const open = await cms.visitor.listRealPages({ query: {} });
    expect(JSON.stringify(open)).not.toMatch(/plans|unwritten/);
    expect(open.find(({ id }) => id === 'about')?.sections).toEqual([]);
    expect((await refusal(cms.visitor.listRealPages({ query: draft }))).status).toBe(401);
    const reader = cms.service.as(testUser(), cmsApi);
    expect((await refusal(reader.listRealPages({ query: draft }))).status).toBe(403);
  });
});
