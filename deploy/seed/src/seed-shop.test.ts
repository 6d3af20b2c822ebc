import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Blog,
  cmsApi,
  type EditorSection,
  identityApi,
  type Letter,
  pageOfKey,
  pageTexts,
  UserId,
} from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSeedItems } from './load-seed-items.ts';
import { loadSeedLetters } from './seed-letters.ts';
import { loadSeedPosts } from './seed-posts.ts';
import { openSeedRecord } from './seed-record.ts';
import { seedShop } from './seed-shop.ts';

const AT = '2026-10-01T10:00:00.000Z';
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'seed-shop-'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(dataDir, { recursive: true });
});

/** A platform that keeps posts, letters and sections. */
const openPlatform = () => {
  const kept = { posts: [] as Blog[], letters: [] as Letter[], sections: [] as EditorSection[] };
  const server = fakeServer(
    plays(identityApi, {
      login: () => ({
        token: 'token',
        user: { _id: UserId.parse('admin'), email: 'a@b.example', name: 'Admin', role: 'ADMIN' as const },
      }),
    }),
    plays(cmsApi, {
      listBlogs: () => kept.posts,
      createBlog: ({ body }) => {
        const post = { ...body, _id: `post-${kept.posts.length}`, publishedAt: null, updatedAt: AT };
        kept.posts.push(post);
        return post;
      },
      listLetters: () => kept.letters,
      createLetter: ({ body }) => {
        const letter = { ...body, _id: `letter-${kept.letters.length}`, createdAt: AT, updatedAt: AT };
        kept.letters.push(letter);
        return letter;
      },
      addSection: ({ body }) => {
        const { key, content = '' } = body;
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
        kept.sections.push(section);
        return section;
      },
    }),
  );
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => server(new URL(url).pathname, init));
  return kept;
};

const start = () =>
  seedShop({
    urls: {
      identity: 'http://shop.test/api',
      catalog: 'http://shop.test/api',
      cms: 'http://shop.test/api',
    },
    dataDir,
    admin: { email: 'a@b.example', password: 'a-password' },
    onProgress: () => expect.unreachable('no title is missing'),
  });

describe('a start on a data folder of a version with titles only', () => {
  /** The record as that version wrote it: parts of titles, nothing else. */
  const earlierFolder = async (): Promise<void> => {
    openSeedRecord(dataDir).keep(await loadSeedItems());
    expect(readFileSync(path.join(dataDir, 'seeded.json'), 'utf8')).not.toMatch(/"(texts|blog\/|letter\/)/);
  };

  it('adds texts, posts and the first letter, and no title again (issue 13)', async () => {
    const kept = openPlatform();
    await earlierFolder();

    const summary = await start();

    const [letter] = await loadSeedLetters();
    expect(kept.letters.map(({ subject }) => subject)).toEqual([letter?.draft.subject]);
    expect(kept.posts.map(({ title }) => title)).toEqual(
      (await loadSeedPosts()).map(({ draft }) => draft.title),
    );
    expect(kept.sections.map(({ key }) => key).sort()).toEqual(pageTexts.map(({ key }) => key).sort());
    expect(summary).toBe(`6 posts, 1 letter and ${pageTexts.length} texts of pages added`);
  });

  it('adds them once: what an editor deleted stays deleted', async () => {
    const kept = openPlatform();
    await earlierFolder();
    await start();
    kept.posts.length = 0;
    kept.letters.length = 0;
    kept.sections.length = 0;

    expect(await start()).toBeNull();
    expect(Object.values(kept).flat()).toEqual([]);
  });

  it('of a version with posts and texts adds the letter alone', async () => {
    const kept = openPlatform();
    await earlierFolder();
    await start();
    const file = path.join(dataDir, 'seeded.json');
    const { 'letter/the-first-letter': _letter, ...earlier } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(earlier));
    kept.letters.length = 0;

    expect(await start()).toBe('0 posts, 1 letter and 0 texts of pages added');
    expect([kept.letters.length, kept.posts.length]).toEqual([1, 6]);
  });
});
