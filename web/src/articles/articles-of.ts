/** Texts by the key of their section, which is the name of their file. */
export const articlesOf = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(files).map(([path, html]) => [path.slice('./'.length, -'.html'.length), html]),
  );
