import { session } from '../../lib/session.ts';

const FORM_KEY = 'publishingDraft';
const UPLOAD_KEY = 'publishingUpload';

export type SubmissionValues = {
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly description: string;
  readonly media: string;
  readonly driveLink: string;
  readonly website: string;
};

/** An uploaded file. */
export type UploadedFile = { readonly name: string; readonly bytes: number; readonly driveLink: string };

export const emptyValues: SubmissionValues = {
  name: '',
  email: '',
  title: '',
  description: '',
  media: '',
  driveLink: '',
  website: '',
};

type Draft = { readonly values: SubmissionValues; readonly file: UploadedFile | null };

/** Storage of this tab, which may be unavailable. It ends with the tab, because phones are shared. */
const read = (key: string): Record<string, unknown> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
const write = (key: string, value: object | null): void => {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // The form lasts as long as the page.
  }
};

const owner = (): string => session.get()?.userId ?? '';

const isUploadedFile = (file: unknown): file is UploadedFile =>
  typeof file === 'object' && file !== null && 'driveLink' in file && typeof file.driveLink === 'string';

/** What an author has typed, kept in this tab. After a login or logout it is not shown. */
export const draft = {
  read: (): Draft | null => {
    const { owner: by, values, file } = read(FORM_KEY);
    if (by !== owner() || typeof values !== 'object' || values === null) return null;
    const known = Object.entries(values).filter(
      ([name, value]) => name in emptyValues && typeof value === 'string',
    );
    return {
      values: { ...emptyValues, ...Object.fromEntries(known) },
      file: isUploadedFile(file) ? file : null,
    };
  },
  write: ({ values, file }: Draft): void => {
    const isEmpty = !file && Object.values(values).every((value) => value.trim() === '');
    write(FORM_KEY, isEmpty ? null : { owner: owner(), values, file });
  },
  clear: (): void => {
    write(FORM_KEY, null);
    write(UPLOAD_KEY, null);
  },
};

const marksOf = ({ name, size, lastModified }: File): object => ({ name, size, lastModified });
const isSame = (stored: Record<string, unknown>, file: File): boolean =>
  stored.owner === owner() && Object.entries(marksOf(file)).every(([name, value]) => stored[name] === value);

/** The resumable upload that has not ended. The same file, chosen again, continues it. */
export const unfinishedUpload = {
  idOf: (file: File): string | undefined => {
    const stored = read(UPLOAD_KEY);
    return isSame(stored, file) && typeof stored.id === 'string' ? stored.id : undefined;
  },
  /** The name of its file; undefined without one. */
  name: (): string | undefined => {
    const { name, owner: by } = read(UPLOAD_KEY);
    return by === owner() && typeof name === 'string' ? name : undefined;
  },
  save: (file: File, id: string): void => write(UPLOAD_KEY, { ...marksOf(file), owner: owner(), id }),
  clear: (): void => write(UPLOAD_KEY, null),
};
