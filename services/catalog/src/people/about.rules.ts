import { hash } from 'node:crypto';
import type { EditorPerson, PersonAbout } from '@satrangi/contracts';

/** Words of editors about a person. Deleted words leave their version only, so that replicas see the deletion. */
export type StoredAbout = {
  /** The id of the folded name. */
  readonly _id: string;
  /** As it was spelt at the last save; for people whose titles are withdrawn. */
  readonly name: string;
  readonly text: string;
  readonly language: string;
  readonly status: 'present' | 'deleted';
  /** Counts writes, for optimistic locking and for replicas. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A name in the titles, its folded form, and the number of titles. */
export type NamedPerson = { readonly key: string; readonly name: string; readonly count: number };

const ID_LENGTH = 32;

/** The id of everybody with a folded name: every spelling that leads to one page has the same id. */
export const personIdOf = (key: string): string => hash('sha256', key).slice(0, ID_LENGTH);

/** Whether there are words that are not deleted. */
export const hasWords = (stored: StoredAbout | null | undefined): stored is StoredAbout =>
  stored?.status === 'present';

/** The words as readers see them. */
export const aboutOf = (stored: StoredAbout | null | undefined): PersonAbout | null =>
  hasWords(stored) ? { text: stored.text, language: stored.language } : null;

/** A person as editors see them. @param stored the words about them, also deleted ones */
export const editorPersonOf = (
  { key, name, count }: NamedPerson,
  stored: StoredAbout | null | undefined,
): EditorPerson => ({
  personId: personIdOf(key),
  name,
  total: count,
  about: aboutOf(stored),
  version: stored?.version ?? 0,
  updatedAt: stored?.updatedAt ?? null,
});

/** Most titles first, then by name. */
export const byTitles = (a: NamedPerson, b: NamedPerson): number =>
  b.count - a.count || Number(a.name > b.name) - Number(a.name < b.name);
