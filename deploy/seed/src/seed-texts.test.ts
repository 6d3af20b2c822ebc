import { cmsApi, type EditorSection, pageOfKey, pageTexts } from '@satrangi/contracts';
import { FakeProblem, fakeServer, plays } from '@satrangi/contracts/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { seedTexts } from './seed-texts.ts';

const AT = '2026-11-01T10:00:00.000Z';

/** A fake cms that keeps sections by key; `awayFor` requests are refused first. */
const openCms = (awayFor = 0) => {
  const sections = new Map<string, EditorSection>();
  let away = awayFor;
  const api = plays(cmsApi, {
    addSection: ({ body: { key, content = '' } }) => {
      if (away-- > 0) throw new FakeProblem('unavailable', 'Not right now');
      if (sections.has(key)) throw new FakeProblem('already-used', 'That key is already in use');
      const section: EditorSection = {
        _id: key,
        key,
        page: pageOfKey(key),
        content,
        status: 'published',
        updatedAt: AT,
        revision: 'r',
        isPublic: true,
        hasDraftChanges: false,
      };
      sections.set(key, section);
      return section;
    },
  });
  vi.stubGlobal('fetch', fakeServer(api));
  return sections;
};

const seed = async (): Promise<string[]> => {
  const seeded: string[] = [];
  await seedTexts({
    baseUrl: '/api',
    adminToken: 't',
    texts: pageTexts,
    onSeeded: (key) => seeded.push(key),
  });
  return seeded;
};

afterEach(() => vi.unstubAllGlobals());

it('CMS-16: every text of a page gets its section, also when the cms is away for a moment', async () => {
  const sections = openCms(1);

  const keys = pageTexts.map(({ key }) => key);
  expect(await seed()).toEqual(keys);
  expect([...sections.keys()]).toEqual(keys);
  expect(sections.get('home.hero.title')?.content).toBe('<p>Stories that were always ours.</p>');
  expect(sections.get('terms.body')?.content).toMatch(/^<p>In short/);
});

it('a section that exists keeps its content, and the others are added', async () => {
  const sections = openCms();
  await seed();
  const edited = sections.get('terms.body');
  if (!edited) expect.unreachable();
  sections.set('terms.body', { ...edited, content: '<p>Ours</p>' });
  sections.delete('faq.body');

  expect(await seed()).toHaveLength(pageTexts.length);
  expect(sections.get('terms.body')?.content).toBe('<p>Ours</p>');
  expect(sections.has('faq.body')).toBe(true);
});
