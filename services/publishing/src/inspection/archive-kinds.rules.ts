export const isMacro = (name: string): boolean => /(^|\/)vbaProject\.bin$/i.test(name);

/** Archives by name; documents that are archives inside a ZIP count, too. */
export const isArchiveName = (name: string): boolean =>
  /\.(zip|docx|docm|dotm|epub|jar|xlsx|xlsm|pptx|pptm|odt)$/i.test(name);

/** What an archive is by its entries: their first one, or those that Word requires. */
export const archiveKind = (
  names: readonly string[],
  firstContent: string | null,
): 'epub' | 'docx' | 'zip' => {
  if (names[0] === 'mimetype' && firstContent?.trim() === 'application/epub+zip') return 'epub';
  const isWord =
    names.includes('[Content_Types].xml') && names.some((name) => /^word\/document\d*\.xml$/.test(name));
  return isWord ? 'docx' : 'zip';
};
