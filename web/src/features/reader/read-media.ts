/** Metadata of a book for the reader. */
export type ReadMedia = {
  readonly id: string;
  readonly mediaType: 'ebook' | 'magazine';
  readonly title: string;
  readonly author: string;
  /** BCP 47, of the work itself. */
  readonly language: string;
  /** Changes when the file is replaced. */
  readonly fileId: string | null;
};

/** Whether the book is read from right to left. */
export const isRtl = ({ language }: Pick<ReadMedia, 'language'>): boolean =>
  /^(ur|ar|fa|he|ps|sd)\b/.test(language);
