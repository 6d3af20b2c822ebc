import { hash } from 'node:crypto';
import type { AboutKind, EditorPerson, PersonAbout } from '@satrangi/contracts';
import { foldText } from '../catalog-index/words.rules.ts';

/** Words of editors about a person or a series. Deleted words leave their version only, so that replicas see the deletion. */
export type StoredAbout = {
  /** The id of the kind and the folded name. */
  readonly _id: string;
  /** Absent in the words about people that were written before those about series. */
  readonly kind?: AboutKind;
  /** As it was spelt at the last save; for those whose titles are withdrawn. */
  readonly name: string;
  readonly text: string;
  readonly language: string;
  readonly status: 'present' | 'deleted';
  /** Counts writes, for optimistic locking and for replicas. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** A person or a series: the name in the titles, its folded form, and the number of titles. */
export type Subject = {
  readonly kind: AboutKind;
  readonly key: string;
  readonly name: string;
  readonly count: number;
};

const ID_LENGTH = 32;

/** Different for each subject: a folded name has no colon. */
export const subjectKeyOf = ({ kind, key }: Pick<Subject, 'kind' | 'key'>): string =>
  kind === 'series' ? `series:${key}` : key;

/** The id of everybody, or every series, with a folded name: every spelling that leads to one page has the same id. */
export const aboutIdOf = (subject: Pick<Subject, 'kind' | 'key'>): string =>
  hash('sha256', subjectKeyOf(subject)).slice(0, ID_LENGTH);

/** What stored words are about. */
export const kindOf = (stored: Pick<StoredAbout, 'kind'> | null | undefined): AboutKind =>
  stored?.kind ?? 'person';

/** A person or a series whose titles are withdrawn. */
export const withdrawnSubject = (stored: StoredAbout): Subject => ({
  kind: kindOf(stored),
  key: foldText(stored.name),
  name: stored.name,
  count: 0,
});

/** Whether there are words that are not deleted. */
export const hasWords = (stored: StoredAbout | null | undefined): stored is StoredAbout =>
  stored?.status === 'present';

/** The words as readers see them. */
export const aboutOf = (stored: StoredAbout | null | undefined): PersonAbout | null =>
  hasWords(stored) ? { text: stored.text, language: stored.language } : null;

/** A person or a series as editors see it. @param stored the words about it, also deleted ones */
export const editorPersonOf = (subject: Subject, stored: StoredAbout | null | undefined): EditorPerson => ({
  personId: aboutIdOf(subject),
  kind: subject.kind,
  name: subject.name,
  total: subject.count,
  about: aboutOf(stored),
  version: stored?.version ?? 0,
  updatedAt: stored?.updatedAt ?? null,
});

/** Most titles first, then by name. */
export const byTitles = (a: Subject, b: Subject): number =>
  b.count - a.count || Number(a.name > b.name) - Number(a.name < b.name);
