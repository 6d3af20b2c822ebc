import { pageOfKey } from './site-pages.ts';
import { archivesTexts } from './texts/archives.ts';
import { homeTexts } from './texts/home.ts';
import { libraryTexts } from './texts/library.ts';
import type { PageText, PageTexts } from './texts/page-text.ts';
import { supportTexts } from './texts/support.ts';

export type ListedText = PageText & { readonly key: string; readonly page: string };

const all: PageTexts = { ...homeTexts, ...libraryTexts, ...archivesTexts, ...supportTexts };

/** Every text that pages read, page by page. Pages import the texts of their page only (`contracts/src/texts/`). */
export const pageTexts: readonly ListedText[] = Object.entries(all).map(([key, text]) => ({
  key,
  page: pageOfKey(key),
  ...text,
}));
