import type { LibraryEntry } from '@satrangi/contracts';
import { eachOnce } from '../../lib/own-shelf.ts';

const SHOWN = 3;

/** What a reader meets first at home: the three newest titles of their own. */
export const previewEntries = (entries: readonly LibraryEntry[]): readonly LibraryEntry[] =>
  eachOnce(entries).slice(0, SHOWN);
