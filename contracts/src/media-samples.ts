/** The number of free pages: set by the editor, else a tenth, at least one (checklist CAT-48). */
export const previewPageCount = (pages: number, flipbookPages: number | null): number =>
  Math.min(pages, flipbookPages ?? Math.max(1, Math.floor(pages / 10)));

/** Where a sample begins in the file, and its number of pages. */
export type SampleRange = { readonly first: number; readonly pages: number };

/**
 * The pages of a sample: from `sampleStart`, where the story begins, or from the first page. A start after the last page,
 * as after a shorter file, counts as the first page.
 */
export const sampleRange = (
  pages: number,
  flipbookPages: number | null,
  sampleStart: number | null | undefined,
): SampleRange => {
  const first = sampleStart && sampleStart <= pages ? sampleStart : 1;
  return { first, pages: Math.min(previewPageCount(pages, flipbookPages), pages - first + 1) };
};

/** Names the content of the pages of a sample in URLs: another file or another start is another revision. */
export const sampleRevision = (fileRevision: string, first: number): string =>
  first > 1 ? `${fileRevision}.${first}` : fileRevision;
