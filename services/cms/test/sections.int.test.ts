/** Sections: reading, saving, keys, pages and their order. */
import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { cmsApi, type Endpoint, liveTypes, sectionChanged } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCms, type CmsFixture, refusal } from './boot-cms.ts';

const keysOf = (sections: readonly { key: string }[]): string[] => sections.map(({ key }) => key);
const save = ({ editor }: CmsFixture, key: string, content: string, more: object = {}) =>
  editor.saveSection({ body: { key, content, ...more } });

describe('a section', () => {
  it('is saved by key and content and read by everyone (CMS-01, CMS-03, CMS-15, CMS-16)', async () => {
    await using cms = await bootCms();
    const saved = await save(cms, 'about.mission', '<p>Queer stories, told by us.</p>');
    const read = await cms.visitor.getSection({ params: { key: 'about.mission' }, query: {} });

    expect(saved).toMatchObject({ key: 'about.mission', page: 'about', status: 'published', isPublic: true });
    expect(read).toEqual({
      _id: saved._id,
      key: 'about.mission',
      page: 'about',
      content: '<p>Queer stories, told by us.</p>',
      status: 'published',
      updatedAt: saved.updatedAt,
    });
    const missing = await refusal(cms.visitor.getSection({ params: { key: 'about.history' }, query: {} }));
    expect([missing.status, missing.message]).toEqual([404, 'Section not found']);
  });

  it('is listed, alone and by page; pages are those of the site, those of keys, and General (CMS-02, CMS-26, ADM-42)', async () => {
    await using cms = await bootCms();
    for (const key of ['about.mission', 'about.hero.description', 'poems.first', '.banner'])
      await save(cms, key, `<p>${key}</p>`);
    await save(cms, 'about.draft', 'x', { status: 'draft' });

    expect(keysOf(await cms.visitor.listSections({ query: {} }))).toEqual([
      '.banner',
      'about.hero.description',
      'about.mission',
      'poems.first',
    ]);
    expect(keysOf(await cms.visitor.listPageSections({ params: { page: 'about' }, query: {} }))).toEqual([
      'about.mission',
      'about.hero.description',
    ]);
    expect(await cms.visitor.listPageSections({ params: { page: 'terms' }, query: {} })).toEqual([]);
    const pages = await cms.visitor.listRealPages({ query: {} });
    expect(pages.find(({ id }) => id === 'about')).toEqual({
      id: 'about',
      title: 'About',
      path: '/about',
      sections: ['about.mission', 'about.hero.description'],
    });
    expect(pages.slice(-2)).toEqual([
      { id: 'poems', title: 'poems', path: null, sections: ['poems.first'] },
      { id: 'General', title: 'General', path: null, sections: ['.banner'] },
    ]);
  });

  it.each([
    ['home.hero', 'home'],
    ['home-hero', 'home'],
    ['home/hero', 'home'],
    ['home', 'home'],
    ['.hero', 'General'],
    ['/hero', 'General'],
    ['मुखपृष्ठ.शीर्षक', 'मुखपृष्ठ'],
  ])(
    '%s belongs to the page %s, also with an encoded key in the path (CMS-12, CMS-28)',
    async (key, page) => {
      await using cms = await bootCms();
      expect((await save(cms, key, '<p>x</p>')).page).toBe(page);

      expect(await cms.visitor.getSection({ params: { key }, query: {} })).toMatchObject({ key, page });
      expect(keysOf(await cms.visitor.listPageSections({ params: { page: page }, query: {} }))).toEqual([
        key,
      ]);
    },
  );

  it('with a blank key is refused; other keys are trimmed (CMS-13)', async () => {
    await using cms = await bootCms();
    for (const key of ['', '   ', '\t\n']) {
      expect((await refusal(save(cms, key, 'x'))).status).toBe(400);
      expect((await refusal(cms.editor.addSection({ body: { key, content: 'x' } }))).status).toBe(400);
    }
    expect((await save(cms, '  about.mission  ', 'x')).key).toBe('about.mission');
  });

  it('with half of a surrogate pair is refused before it is stored; names of object members are keys (S26)', async () => {
    await using cms = await bootCms();
    for (const key of ['\uD800', 'home.\uDFFFx']) {
      expect((await refusal(save(cms, key, 'x'))).status).toBe(400);
      expect((await refusal(cms.editor.addSection({ body: { key, content: 'x' } }))).status).toBe(400);
    }
    for (const key of ['constructor', 'toString', '__proto__'])
      expect((await save(cms, key, '<p>x</p>')).key).toBe(key);
    expect(keysOf(await cms.visitor.listSections({ query: {} }))).toHaveLength(3);
  });

  it('is added at its position, once (CMS-04)', async () => {
    await using cms = await bootCms();
    const add = (key: string, position?: number) =>
      cms.editor.addSection({ body: { key, content: `<p>${key}</p>`, page: 'faq', position } });
    await add('faq.one');
    await add('faq.two');
    await add('faq.first', 0);
    await add('faq.middle', 2);
    await add('faq.last', 99);

    const sections = await cms.visitor.listPageSections({ params: { page: 'faq' }, query: {} });
    expect(keysOf(sections)).toEqual(['faq.first', 'faq.one', 'faq.middle', 'faq.two', 'faq.last']);
    const again = await refusal(add('faq.one'));
    expect([again.status, again.code]).toEqual([409, 'already-used']);
  });

  it('is reordered by the list of keys of its page; another list is refused (CMS-05)', async () => {
    await using cms = await bootCms();
    for (const key of ['faq.one', 'faq.two', 'faq.three']) await save(cms, key, key);
    const reorder = (order: string[]) => cms.editor.reorderSections({ body: { page: 'faq', order } });
    const order = ['faq.three', 'faq.one', 'faq.two'];

    expect(await reorder(order)).toEqual({ ok: true, order });
    expect(keysOf(await cms.visitor.listPageSections({ params: { page: 'faq' }, query: {} }))).toEqual(order);
    for (const wrong of [
      ['faq.one', 'faq.two'],
      [...order, 'faq.four'],
      ['faq.one', 'faq.one', 'faq.two'],
      [],
    ]) {
      const refused = await refusal(reorder(wrong));
      expect([refused.status, refused.problem?.data]).toEqual([409, { current: order }]);
    }
  });

  it('is not reordered over another order than the one the editor began with (CMS-05, P81)', async () => {
    await using cms = await bootCms();
    const from = ['faq.one', 'faq.two', 'faq.three'];
    for (const key of from) await save(cms, key, key);
    const reorder = (order: string[]) => cms.editor.reorderSections({ body: { page: 'faq', order, from } });
    const first = ['faq.two', 'faq.one', 'faq.three'];

    expect(await reorder(first)).toEqual({ ok: true, order: first });
    expect(await reorder(first)).toEqual({ ok: true, order: first });
    const refused = await refusal(reorder(['faq.three', 'faq.one', 'faq.two']));
    expect([refused.status, refused.problem?.data]).toEqual([409, { current: first }]);
  });

  it('is renamed with its versions; an empty or identical key changes nothing, a taken one is refused (CMS-14, CMS-27)', async () => {
    await using cms = await bootCms();
    await save(cms, 'about.mission', 'one');
    const second = await save(cms, 'about.mission', 'two');
    await save(cms, 'about.vision', 'other');
    const rename = (key: string, newKey: string) =>
      cms.editor.renameSection({ params: { key }, body: { newKey } });

    expect(await rename('about.mission', '  ')).toEqual(second);
    expect(await rename('about.mission', 'about.mission')).toEqual(second);
    expect((await refusal(rename('about.mission', 'about.vision'))).status).toBe(409);
    expect(await rename('about.mission', 'home.mission')).toMatchObject({
      key: 'home.mission',
      page: 'home',
    });
    expect(await cms.editor.listVersions({ params: { key: 'home.mission' } })).toMatchObject([
      { content: 'one' },
    ]);
    expect(
      (await refusal(cms.visitor.getSection({ params: { key: 'about.mission' }, query: {} }))).status,
    ).toBe(404);
  });

  it('is deleted, and restored unchanged; after 30 days it is removed (CMS-06)', async () => {
    await using cms = await bootCms();
    const key = 'about.mission';
    await save(cms, key, 'one');
    const saved = await save(cms, key, 'two');
    const undelete = () => cms.editor.undeleteSection({ params: { key } });

    const listed = async () => (await cms.editor.listDeletedSections()).map((each) => each.key);
    expect(await listed()).toEqual([]);
    expect(await cms.editor.deleteSection({ params: { key } })).toEqual({ ok: true });
    expect(await listed()).toEqual([key]);
    expect((await refusal(cms.visitor.getSection({ params: { key }, query: {} }))).status).toBe(404);
    expect((await refusal(cms.editor.deleteSection({ params: { key } }))).status).toBe(404);
    expect(await undelete()).toMatchObject({ _id: saved._id, content: 'two', isPublic: true });
    expect(await listed()).toEqual([]);
    expect(await cms.editor.listVersions({ params: { key } })).toMatchObject([{ content: 'one' }]);

    await cms.editor.deleteSection({ params: { key } });
    cms.service.clock.advance(29 * 86_400_000);
    await cms.service.runJob('sweep-deleted');
    await undelete();
    await cms.editor.deleteSection({ params: { key } });
    cms.service.clock.advance(31 * 86_400_000);
    await cms.service.runJob('sweep-deleted');
    expect((await refusal(undelete())).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  it('whose key is saved again after its deletion keeps the texts from before as versions', async () => {
    await using cms = await bootCms();
    const key = 'about.mission';
    await save(cms, key, 'one');
    await cms.editor.deleteSection({ params: { key } });

    expect(await save(cms, key, 'two')).toMatchObject({ content: 'two', status: 'published' });
    expect(await cms.editor.listVersions({ params: { key } })).toMatchObject([{ content: 'one' }]);
  });
});

it('a policy is saved without a term that it has to name; the answer names what is missing (WEB-69..73)', async () => {
  await using cms = await bootCms();
  const key = 'refunds.body';
  const save = (content: string) => cms.editor.saveSection({ body: { key, content } });

  const saved = await save('<p>15 days, 48 hours, 5 working days, 7 to 10 business days</p>');
  expect(saved.missingTerms).toEqual(['3 days']);
  expect((await cms.visitor.getSection({ params: { key } })).content).toBe(saved.content);
  const complete = await save(saved.content.replace('15 days', '15 days, 3 days'));
  expect(complete).not.toHaveProperty('missingTerms');
  const rolledBack = await cms.editor.rollbackSection({ params: { key }, body: { versionIdx: 0 } });
  expect(rolledBack.missingTerms).toEqual(['3 days']);
  const added = await cms.editor.addSection({ body: { key: 'privacy.body', content: '<p>7 years</p>' } });
  expect(added.missingTerms).toHaveLength(5);
  expect(await cms.editor.saveSection({ body: { key: 'about.x', content: 'x' } })).not.toHaveProperty(
    'missingTerms',
  );
});

it('every write is for admins alone: 401 without a login, 403 for readers (CMS-34)', async () => {
  await using cms = await bootCms();
  const writes = Object.entries<Endpoint>(cmsApi).filter(
    ([, { method, access }]) => method !== 'GET' && access !== 'public',
  );
  expect(writes.length).toBeGreaterThan(7);

  for (const [name, { method, path, access }] of writes) {
    expect([name, access]).toEqual([name, 'admin']);
    const url = cms.service.url + path.replace(/:\w+/g, 'about.mission');
    const request = async (headers: Record<string, string>) => (await fetch(url, { method, headers })).status;
    expect([name, await request({})]).toEqual([name, 401]);
    expect([name, await request({ authorization: `Bearer ${tokenOf(testUser())}` })]).toEqual([name, 403]);
  }
});

it('each change is one event and one live message; a save that changes nothing is none', async () => {
  await using cms = await bootCms();
  const key = 'about.mission';
  await save(cms, key, 'one');
  await save(cms, key, 'one');
  await save(cms, key, 'two');
  await cms.editor.setSectionStatus({ params: { key }, body: { status: 'draft' } });
  await cms.editor.renameSection({ params: { key }, body: { newKey: 'about.vision' } });
  await cms.editor.deleteSection({ params: { key: 'about.vision' } });

  const events = (await cms.service.publishedEvents()).filter(({ type }) => type === sectionChanged.type);
  expect(events.map(({ data }) => data)).toMatchObject([
    { key, page: 'about', status: 'published', version: 1 },
    { key, status: 'published', version: 2 },
    { key, status: 'draft', version: 3 },
    { key: 'about.vision', status: 'draft', version: 4 },
    { key: 'about.vision', status: 'deleted', version: 5 },
  ]);
  const live = (await cms.service.liveMessages()).filter(
    ({ message }) => message.type === liveTypes.sectionUpdated,
  );
  expect(live.map(({ message: { id }, audience: { to } }) => [id, to])).toEqual([
    [key, 'everyone'],
    [key, 'everyone'],
    [key, 'admins'],
    ['about.vision', 'everyone'],
    [key, 'everyone'],
    ['about.vision', 'everyone'],
  ]);
});
