import type { CoverArt } from '@satrangi/contracts';

/** What is printed of a book, or of an issue of a magazine, besides its text. */
export type Printed = {
  readonly slug: string;
  readonly title: string;
  readonly altTitle?: string | undefined;
  readonly author: string;
  readonly authorOwnScript?: string | undefined;
  readonly tagline: string;
  readonly language: string;
  readonly year: number;
  readonly cover: CoverArt;
  /** Of a book that contains others: each begins with a page of its own for its title. */
  readonly collects?: readonly unknown[] | undefined;
  readonly layout?: 'facing' | 'pictures' | undefined;
  /** Only of a magazine: it gets a drawn cover and larger pages. */
  readonly issueNumber?: string | undefined;
};

/** The pages of a book and of an issue, in millimetres. */
export const pageOf = ({ issueNumber }: Printed): { width: number; height: number } =>
  issueNumber === undefined ? { width: 110, height: 176 } : { width: 140, height: 200 };

/** The name on the title page, in the script of the work. */
export const byline = ({ author, authorOwnScript }: Printed): string => authorOwnScript ?? author;
