import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pageTexts } from '@satrangi/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SeedItem } from './seed-items.ts';
import { loadSeedLetters } from './seed-letters.ts';
import { loadSeedPeople } from './seed-people.ts';
import type { SeedPost } from './seed-posts.ts';
import { openSeedRecord } from './seed-record.ts';
import { loadSeedRunners } from './seed-runners.ts';
import { loadSeedSubmissions } from './seed-submissions.ts';

const film: SeedItem = {
  kind: 'short-film',
  slug: 'the-kite',
  draft: { title: 'The Kite', description: 'A kite.', format: 'video' } as SeedItem['draft'],
  file: '/files/the-kite.mp4',
  preview: '/files/the-kite.preview.mp4',
  captions: [{ language: 'en', path: '/files/the-kite.en.vtt' }],
};

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'seed-record-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('seed record', () => {
  it('returns all parts for a new folder and none for a seeded one', () => {
    expect(openSeedRecord(dataDir).missingOf([film])).toEqual([film]);
    openSeedRecord(dataDir).keep([film]);

    expect(openSeedRecord(dataDir).missingOf([film])).toEqual([]);
    expect(openSeedRecord(dataDir).isFromEarlier).toBe(false);
  });

  it('names each post once, beside the titles', () => {
    const post = { slug: 'the-kite', draft: { title: 'The Kite' } as SeedPost['draft'] };
    expect(openSeedRecord(dataDir).posts.missingOf([post])).toEqual([post]);
    openSeedRecord(dataDir).posts.keep(post);

    expect(openSeedRecord(dataDir).posts.missingOf([post])).toEqual([]);
    expect(openSeedRecord(dataDir).missingOf([film])).toEqual([film]);
  });

  it('names each letter once, also after it was changed', async () => {
    const [letter] = await loadSeedLetters();
    if (!letter) expect.unreachable();
    openSeedRecord(dataDir).keep([film]);
    expect(openSeedRecord(dataDir).letters.missingOf([letter])).toEqual([letter]);
    openSeedRecord(dataDir).letters.keep(letter);

    const changed = { ...letter, draft: { ...letter.draft, subject: 'Another' } };
    expect(openSeedRecord(dataDir).letters.missingOf([changed])).toEqual([]);
    expect(openSeedRecord(dataDir).missingOf([film])).toEqual([]);
  });

  it('names the words about a person once, also after they were deleted', async () => {
    const [person, other] = await loadSeedPeople();
    if (!person || !other) expect.unreachable();
    openSeedRecord(dataDir).people.keep(person);

    expect(openSeedRecord(dataDir).people.missingOf([person, other])).toEqual([other]);
  });

  it('names each runner once, beside the titles', async () => {
    const [runner, other] = await loadSeedRunners();
    if (!runner || !other) expect.unreachable();
    openSeedRecord(dataDir).keep([film]);
    expect(openSeedRecord(dataDir).runners.missingOf([runner])).toEqual([runner]);
    openSeedRecord(dataDir).runners.keep(runner);

    expect(openSeedRecord(dataDir).runners.missingOf([runner, other])).toEqual([other]);
    expect(openSeedRecord(dataDir).missingOf([film])).toEqual([]);
  });

  it('names each submission once, also after it was changed', async () => {
    const [work, other] = await loadSeedSubmissions();
    if (!work || !other) expect.unreachable();
    openSeedRecord(dataDir).submissions.keep(work);

    expect(openSeedRecord(dataDir).submissions.missingOf([{ ...work, title: 'Another' }, other])).toEqual([
      other,
    ]);
  });

  it('returns only new parts of a title and new titles', () => {
    openSeedRecord(dataDir).keep([film]);
    const hindi = { language: 'hi', path: '/files/the-kite.hi.vtt' };
    const more = { ...film, captions: [...film.captions, hindi] };
    const next = { ...film, slug: 'the-lamp' };

    expect(openSeedRecord(dataDir).missingOf([more, next])).toEqual([
      { ...film, file: null, preview: null, captions: [hindi] },
      next,
    ]);
    openSeedRecord(dataDir).keep([more]);
    expect(openSeedRecord(dataDir).missingOf([more])).toEqual([]);
  });

  it('detects a folder that an earlier version seeded', () => {
    writeFileSync(path.join(dataDir, 'seeded'), '2026-10-01T00:00:00.000Z\n');

    const record = openSeedRecord(dataDir);

    expect(record.isFromEarlier).toBe(true);
    expect(record.missingOf([film])).toEqual([film]);
  });

  it('throws on a damaged record and does not change it', () => {
    const file = path.join(dataDir, 'seeded.json');
    writeFileSync(file, '{"the-kite": 7}');

    expect(() => openSeedRecord(dataDir)).toThrow();
    expect(readFileSync(file, 'utf8')).toBe('{"the-kite": 7}');
  });
});

describe('seed record of texts', () => {
  it('returns each text once for a data folder, and keeps the titles', () => {
    const [first, second] = pageTexts;
    if (!first || !second) expect.unreachable();
    const record = openSeedRecord(dataDir);
    record.keep([film]);
    record.keepText(first.key);

    const reopened = openSeedRecord(dataDir);
    expect(reopened.missingTexts([first, second])).toEqual([second]);
    expect(reopened.missingOf([film])).toEqual([]);
  });
});
