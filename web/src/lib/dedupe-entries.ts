import type { LibraryEntry } from '@satrangi/contracts';

/** Library entries, one for each title and format, newest grant first. */
export const dedupeEntries = (entries: readonly LibraryEntry[]): readonly LibraryEntry[] => {
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
