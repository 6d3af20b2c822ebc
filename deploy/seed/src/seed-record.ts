import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ListedText } from '@satrangi/contracts';
import { z } from 'zod';
import type { SeedItem } from './seed-items.ts';

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

type SeedRecord = { readonly known: SeededParts; readonly write: () => void };

/** The parts of titles. */
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
});

/** The texts of pages. */
const textRecord = ({ known, write }: SeedRecord) => ({
  /** Texts of pages whose sections were never seeded. */
  missingTexts: (texts: readonly ListedText[]): ListedText[] =>
    texts.filter(({ key }) => !known[TEXTS]?.includes(key)),
  /** Records a text as seeded: its section is not added again, even after it was deleted. */
  keepText: (key: string): void => {
    known[TEXTS] = [...(known[TEXTS] ?? []), key];
    write();
  },
});

type Entry = { readonly slug: string };

/** Entries that are seeded whole; they stand in the same file, apart from titles. */
const entryRecord = ({ known, write }: SeedRecord, prefix: string, part: string) => {
  const keyOf = ({ slug }: Entry): string => `${prefix}/${slug}`;
  return {
    missingOf: <T extends Entry>(entries: readonly T[]): T[] =>
      entries.filter((entry) => known[keyOf(entry)] === undefined),
    /** Records an entry as seeded: one that was changed, sent, moved, hidden or deleted stays so. */
    keep: (entry: Entry): void => {
      known[keyOf(entry)] = [part];
      write();
    },
  };
};

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
    posts: entryRecord(record, 'blog', 'post'),
    collections: entryRecord(record, 'collection', 'collection'),
    /** The words about them, as about series. */
    people: entryRecord(record, 'person', 'person'),
    series: entryRecord(record, 'series', 'series'),
    letters: entryRecord(record, 'letter', 'letter'),
    submissions: entryRecord(record, 'submission', 'submission'),
    readers: entryRecord(record, 'reader', 'reader'),
    runners: entryRecord(record, 'run', 'runner'),
  };
};
