import type { LibraryEntry } from '@satrangi/contracts';

/** What somebody owns, each title once for each format, newest grant first. */
export const eachOnce = (entries: readonly LibraryEntry[]): readonly LibraryEntry[] => {
  const seen = new Set<string>();
  return [...entries]
    .sort((a, b) => b.grantedAt.localeCompare(a.grantedAt))
    .filter(({ media, format }) => {
      const key = `${media._id} ${format}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
};
