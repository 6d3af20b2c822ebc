import type { LibraryEntry } from '@satrangi/contracts';
import { dedupeEntries } from '../../lib/dedupe-entries.ts';

const PREVIEW_COUNT = 3;

/** The three newest titles of the reader for the home page. */
export const previewEntries = (entries: readonly LibraryEntry[]): readonly LibraryEntry[] =>
  dedupeEntries(entries).slice(0, PREVIEW_COUNT);
