import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ListedText } from '@satrangi/contracts';
import { z } from 'zod';
import type { SeedCollection } from './seed-collections.ts';
import type { SeedItem } from './seed-items.ts';
import type { SeedLetter } from './seed-letters.ts';
import type { SeedPost } from './seed-posts.ts';
import type { SeedReader } from './seed-reviews.ts';
import type { SeedRunner } from './seed-runners.ts';
import type { SeedSubmission } from './seed-submissions.ts';

const Record = z.record(z.string(), z.array(z.string()));
/** Slugs of demo titles with the names of their seeded parts. */
type SeededParts = z.infer<typeof Record>;

const FILE = 'seeded.json';
/** The entry with the keys of seeded texts. */
const TEXTS = 'texts';
/** Written by earlier versions: the time of the only seeding, no titles. */
const EARLIER_MARK = 'seeded';

/** Names of the parts of a title: `item`, `file`, `preview`, `captions:<language>`. */
const partsOf = ({ file, preview, captions }: SeedItem): string[] => [
  'item',
  ...(file === null ? [] : ['file']),
  ...(preview === null ? [] : ['preview']),
  ...captions.map(({ language }) => `captions:${language}`),
];

/** Posts, collections, letters, readers, runners and submissions stand in the same file, apart from titles. */
const postKey = ({ slug }: SeedPost): string => `blog/${slug}`;
const collectionKey = ({ slug }: SeedCollection): string => `collection/${slug}`;
const letterKey = ({ slug }: SeedLetter): string => `letter/${slug}`;
const submissionKey = ({ slug }: SeedSubmission): string => `submission/${slug}`;
const readerKey = ({ slug }: SeedReader): string => `reader/${slug}`;
const runnerKey = ({ slug }: SeedRunner): string => `run/${slug}`;

type SeedRecord = { readonly known: SeededParts; readonly write: () => void };

/** The parts of titles, and the collections of titles. */
const titleRecord = ({ known, write }: SeedRecord) => ({
  /** Items with missing parts, without the parts that the folder has. */
  missingOf: (items: readonly SeedItem[]): SeedItem[] =>
    items.flatMap((item) => {
      const has = new Set(known[item.slug]);
      if (partsOf(item).every((part) => has.has(part))) return [];
      const captions = item.captions.filter(({ language }) => !has.has(`captions:${language}`));
      return {
        ...item,
        file: has.has('file') ? null : item.file,
        preview: has.has('preview') ? null : item.preview,
        captions,
      };
    }),
  /** Records all parts of these items as seeded, atomically. */
  keep: (items: readonly SeedItem[]): void => {
    for (const item of items)
      known[item.slug] = [...new Set([...(known[item.slug] ?? []), ...partsOf(item)])];
    write();
  },
  missingCollectionsOf: (collections: readonly SeedCollection[]): SeedCollection[] =>
    collections.filter((collection) => known[collectionKey(collection)] === undefined),
  /** Records a collection as seeded: one that was changed, moved or deleted stays so. */
  keepCollection: (collection: SeedCollection): void => {
    known[collectionKey(collection)] = ['collection'];
    write();
  },
});

/** Posts, letters and the texts of pages. */
const textRecord = ({ known, write }: SeedRecord) => ({
  missingPostsOf: (posts: readonly SeedPost[]): SeedPost[] =>
    posts.filter((post) => known[postKey(post)] === undefined),
  /** Records a post as seeded: it is not added again, also after an editor deleted it. */
  keepPost: (post: SeedPost): void => {
    known[postKey(post)] = ['post'];
    write();
  },
  missingLettersOf: (letters: readonly SeedLetter[]): SeedLetter[] =>
    letters.filter((letter) => known[letterKey(letter)] === undefined),
  /** Records a letter as seeded: a draft that was changed, sent or deleted stays so. */
  keepLetter: (letter: SeedLetter): void => {
    known[letterKey(letter)] = ['letter'];
    write();
  },
  /** Texts of pages whose sections were never seeded. */
  missingTexts: (texts: readonly ListedText[]): ListedText[] =>
    texts.filter(({ key }) => !known[TEXTS]?.includes(key)),
  /** Records a text as seeded: its section is not added again, even after it was deleted. */
  keepText: (key: string): void => {
    known[TEXTS] = [...(known[TEXTS] ?? []), key];
    write();
  },
});

/** Runners, readers and the submissions of authors. */
const peopleRecord = ({ known, write }: SeedRecord) => ({
  missingRunnersOf: (runners: readonly SeedRunner[]): SeedRunner[] =>
    runners.filter((runner) => known[runnerKey(runner)] === undefined),
  /** Records a runner as seeded: a page that was edited, hidden or deleted stays so. */
  keepRunner: (runner: SeedRunner): void => {
    known[runnerKey(runner)] = ['runner'];
    write();
  },
  missingReadersOf: (readers: readonly SeedReader[]): SeedReader[] =>
    readers.filter((reader) => known[readerKey(reader)] === undefined),
  /** Records a reader as seeded: an account or a review that was deleted stays so. */
  keepReader: (reader: SeedReader): void => {
    known[readerKey(reader)] = ['reader'];
    write();
  },
  missingSubmissionsOf: (submissions: readonly SeedSubmission[]): SeedSubmission[] =>
    submissions.filter((submission) => known[submissionKey(submission)] === undefined),
  /** Records a submission as seeded: one that was moved, withdrawn or deleted stays so. */
  keepSubmission: (submission: SeedSubmission): void => {
    known[submissionKey(submission)] = ['submission'];
    write();
  },
});

/**
 * Which parts of demo titles, which posts, collections, letters, readers, runners, submissions and texts a data folder has received (`seeded.json`). A part is seeded
 * once for each folder: later changes of editors are kept, and a later version seeds only its new parts.
 * @throws Error when the file is damaged
 */
export const openSeedRecord = (dataDir: string) => {
  const file = path.join(dataDir, FILE);
  const known: SeededParts = existsSync(file) ? Record.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const isFromEarlier = !existsSync(file) && existsSync(path.join(dataDir, EARLIER_MARK));

  const write = (): void => {
    const part = `${file}.part`;
    writeFileSync(part, `${JSON.stringify(known, null, 1)}\n`);
    renameSync(part, file);
  };

  const record = { known, write };
  return {
    /** The folder was seeded before this record existed. */
    isFromEarlier,
    ...titleRecord(record),
    ...textRecord(record),
    ...peopleRecord(record),
  };
};
