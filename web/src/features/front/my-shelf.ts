import type { LibraryEntry } from '@satrangi/contracts';

const SHOWN = 3;

/** What a reader meets first at home: each title once for each format, newest grant first, three of them. */
export const previewEntries = (entries: readonly LibraryEntry[]): readonly LibraryEntry[] => {
  const seen = new Set<string>();
  return [...entries]
    .sort((a, b) => (a.grantedAt < b.grantedAt ? 1 : -1))
    .filter(({ media, format }) => {
      const key = `${media._id} ${format}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, SHOWN);
};
