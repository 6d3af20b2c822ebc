import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ShelfItem } from '@satrangi/seed';
import { z } from 'zod';

const Record = z.record(z.string(), z.array(z.string()));
/** Slug of a demo title, and the names of its parts that the data folder has received. */
type SeededParts = z.infer<typeof Record>;

const FILE = 'seeded.json';
/** What earlier versions left behind: the time of the only filling, no titles. */
const EARLIER_MARK = 'seeded';

/** Names of the parts of a title: `item`, `file`, `preview`, `captions:<language>`. */
const partsOf = ({ file, preview, captions }: ShelfItem): string[] => [
  'item',
  ...(file === null ? [] : ['file']),
  ...(preview === null ? [] : ['preview']),
  ...captions.map(({ language }) => `captions:${language}`),
];

/**
 * Which demo titles, and which of their parts, a data folder has received (`seeded.json`). A part is sent once for each
 * folder: what an editor changed or removed afterwards is not sent again, and a later version brings only its new parts.
 * @throws Error when the file is damaged
 */
export const openSeedRecord = (dataDir: string) => {
  const file = path.join(dataDir, FILE);
  const known: SeededParts = existsSync(file) ? Record.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const isFromEarlier = !existsSync(file) && existsSync(path.join(dataDir, EARLIER_MARK));

  return {
    /** The folder was filled before this record existed. */
    isFromEarlier,
    /** Items with a part that the folder has not received, without the parts it has. */
    missingOf: (items: readonly ShelfItem[]): ShelfItem[] =>
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
    /** Writes down that every part of these items was received. Whole or not at all. */
    keep: (items: readonly ShelfItem[]): void => {
      for (const item of items)
        known[item.slug] = [...new Set([...(known[item.slug] ?? []), ...partsOf(item)])];
      const part = `${file}.part`;
      writeFileSync(part, `${JSON.stringify(known, null, 1)}\n`);
      renameSync(part, file);
    },
  };
};
