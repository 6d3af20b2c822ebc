/** The document and its loading. An object, so that tests can watch it. */
export const page = {
  /** Whether the browser loaded this document at a path. */
  isLoadedAt: (path: string): boolean => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry !== undefined && new URL(entry.name, location.origin).pathname === path;
  },
  /** Loads another document in place of this one. */
  replace: (path: string): void => location.replace(path),
};
