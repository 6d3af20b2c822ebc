import { createHash } from 'node:crypto';
import {
  matchesRevision,
  pageOfKey,
  type SectionStatus,
  type UserId,
  VERSIONS_MAX,
} from '@satrangi/contracts';

/** References to texts: `text` is the id of one. */
export type Version = { text: string; status: SectionStatus; updatedAt: string; by: UserId | null };
export type Draft = { text: string; at: string; by: UserId | null };

/**
 * A section. The public view is `published`, the editors' view `draft`; while the status is `published` both are the same
 * text. `version` counts writes, for optimistic locking.
 */
export type Section = {
  _id: string;
  key: string;
  page: string;
  status: SectionStatus;
  draft: Draft;
  published: { text: string; at: string } | null;
  versions: Version[];
  version: number;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
};

export const sectionSentences = {
  notFound: 'Section not found',
  versionNotFound: 'Version not found',
  taken: 'That key is already in use',
  takenByDeleted: 'A deleted section has that key. Restore it or choose another key.',
  changed: 'Content changed since you opened it',
  orderChanged: 'The sections of this page changed since you opened it',
  tooLarge: 'A section can have at most 64 kB of text',
} as const;

/** A time after `before`: two saves in one millisecond must differ, because editors compare `updatedAt`. */
export const timeAfter = (before: string, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();

export const newSection = (
  {
    _id,
    key,
    text,
    status = 'published',
    by,
  }: Pick<Section, '_id' | 'key'> & {
    readonly text: string;
    readonly status?: SectionStatus | undefined;
    readonly by: UserId;
  },
  at: string,
): Section => ({
  _id,
  key,
  page: pageOfKey(key),
  status,
  draft: { text, at, by },
  published: status === 'published' ? { text, at } : null,
  versions: [],
  version: 1,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
});

/** The fields of a section that a write replaces, in one write. */
export type SectionEdit = Partial<
  Pick<Section, 'key' | 'page' | 'status' | 'draft' | 'published' | 'versions' | 'updatedAt' | 'deletedAt'>
>;

/** The versions after the current text is replaced: it becomes the newest version. */
const versionsAfter = ({ versions, draft, status }: Section, text: string): Version[] =>
  text === draft.text
    ? versions
    : [{ text: draft.text, status, updatedAt: draft.at, by: draft.by }, ...versions].slice(0, VERSIONS_MAX);

/**
 * Replaces the text; null when nothing would change. It restores a deleted section, whose old public text stays a
 * version: a draft under its key makes nothing public.
 */
export const replaceText = (
  before: Section,
  { text, status = before.status, by }: { text: string; status?: SectionStatus | undefined; by: UserId },
  now: Date,
): SectionEdit | null => {
  const isSame = text === before.draft.text && status === before.status && before.deletedAt === null;
  const isPublic = status !== 'published' || before.published?.text === text;
  if (isSame && isPublic) return null;
  const at = timeAfter(before.updatedAt, now);
  const published = before.deletedAt === null ? before.published : null;
  return {
    status,
    draft: { text, at, by },
    published: status === 'published' ? { text, at } : published,
    versions: versionsAfter(before, text),
    updatedAt: at,
    deletedAt: null,
  };
};

/** The revision for `If-Match`: it changes with the text and the status, which a save replaces. */
export const revisionOf = ({ draft, status }: Section): string =>
  createHash('sha256')
    .update(JSON.stringify([draft.text, status]))
    .digest('hex')
    .slice(0, 16);

/** The state that an editor opened. Absent parts are not compared. */
export type Base = { readonly updatedAt?: string | undefined; readonly ifMatch?: string | undefined };

/** True when the section is unchanged since the editor opened it. A missing section matches no base. */
export const matchesBase = (section: Section | null, { updatedAt, ifMatch }: Base): boolean => {
  if (updatedAt === undefined && ifMatch === undefined) return true;
  if (!section) return false;
  const isSameTime = updatedAt === undefined || Date.parse(updatedAt) === Date.parse(section.updatedAt);
  return isSameTime && matchesRevision(ifMatch, revisionOf(section));
};

/** The sections of a page in its order; sections without a position are last, oldest first. */
export const inOrder = <T extends Pick<Section, '_id' | 'createdAt'>>(
  sections: readonly T[],
  order: readonly string[],
): T[] => {
  const placeOf = new Map(order.map((id, place) => [id, place]));
  const place = ({ _id }: T): number => placeOf.get(_id) ?? order.length;
  return [...sections].sort(
    (a, b) => place(a) - place(b) || a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id),
  );
};
