import { cmsApi, type Letter, outingWordsIn, richText } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadSeedItems } from './load-seed-items.ts';
import { loadSeedLetters, seedLetters } from './seed-letters.ts';

afterEach(() => vi.unstubAllGlobals());

/** A list of drafts that keeps what it gets. */
const openDrafts = () => {
  const drafts: Letter[] = [];
  const at = '2026-10-01T10:00:00.000Z';
  const server = fakeServer(
    plays(cmsApi, {
      listLetters: () => drafts,
      createLetter: ({ body }) => {
        const letter = { ...body, _id: `letter-${drafts.length}`, createdAt: at, updatedAt: at };
        drafts.push(letter);
        return letter;
      },
    }),
  );
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => server(new URL(url).pathname, init));
  return drafts;
};

describe('the first letter', () => {
  it('has a subject and a first line that reveal nothing on a locked phone (BEY-01)', async () => {
    const [letter, ...others] = await loadSeedLetters();
    if (!letter) expect.unreachable();
    const { subject, preheader } = letter.draft;

    expect(others).toEqual([]);
    expect(preheader).not.toBe('');
    expect(outingWordsIn(subject, preheader)).toEqual([]);
  });

  it('has allowed elements only, and names titles that are on the shelf', async () => {
    const [letter] = await loadSeedLetters();
    if (!letter) expect.unreachable();
    const titles = new Set((await loadSeedItems()).map(({ draft }) => draft.title));
    const tags = [...letter.draft.content.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag ?? '');
    const named = [...letter.draft.content.matchAll(/<em>(.*?)<\/em>/g)].map(([, title]) => title ?? '');

    expect(tags.filter((tag) => !richText.tags.some((allowed) => allowed === tag))).toEqual([]);
    expect(named).toHaveLength(3);
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
  });

  it('becomes one draft, which is not sent, and what an editor changed stays', async () => {
    const drafts = openDrafts();
    const options = {
      baseUrl: 'http://shop.test/api',
      adminToken: 'token',
      letters: await loadSeedLetters(),
    };
    const done: string[] = [];
    await seedLetters({ ...options, onDone: ({ slug }) => done.push(slug) });
    expect([drafts.length, done]).toEqual([1, ['the-first-letter']]);

    // there is one, by the line above
    drafts[0] = { ...(drafts[0] as Letter), content: '<p>changed</p>' };
    await seedLetters(options);
    expect(drafts.map(({ content }) => content)).toEqual(['<p>changed</p>']);
  });
});
