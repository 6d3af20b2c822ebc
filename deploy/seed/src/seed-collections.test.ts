import { CuratedDraft } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { loadSeedItems } from './load-seed-items.ts';
import { loadSeedCollections } from './seed-collections.ts';

it('the demo collections are one of staff picks and two others, of demo titles of several kinds', async () => {
  const collections = await loadSeedCollections();
  const kinds = new Map((await loadSeedItems()).map(({ slug, kind }) => [slug, kind]));

  expect(collections.map(({ slug, isStaffPicks }) => [slug, isStaffPicks])).toEqual([
    ['staff-picks', true],
    ['rain', false],
    ['work', false],
  ]);
  for (const { titles, ...head } of collections) {
    expect(titles.filter(({ slug }) => !kinds.has(slug))).toEqual([]);
    expect(new Set(titles.map(({ slug }) => kinds.get(slug))).size).toBeGreaterThan(2);
    const draft = {
      ...head,
      published: true,
      titles: titles.map(({ slug, reason }) => ({ mediaId: slug, reason })),
    };
    expect(CuratedDraft.safeParse(draft).error).toBeUndefined();
  }
});
