import type { Readable } from 'node:stream';
import { Refusal } from '../http/refusal.ts';

/** A file in Google Drive, as its owner shared it with our service account. */
export type DriveFile = {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** Where people open it. */
  readonly webViewLink: string | null;
  /** Null for documents Google keeps itself: they have no bytes to send. */
  readonly bytes: number | null;
  /** Changes when the bytes do: their MD5 where Google knows it, else a count. */
  readonly revision: string;
  readonly durationSeconds: number | null;
};

export type DriveAnswer =
  | { readonly kind: 'file'; readonly file: DriveFile }
  | { readonly kind: 'no-access' }
  | { readonly kind: 'not-found' };

/** Google Drive, asked by file id only: no address anybody typed is ever fetched. */
export type Drive = {
  /** @throws Refusal unavailable: not set up, or Google does not answer */
  readonly about: (fileId: string) => Promise<DriveAnswer>;
  /** Both ends of the range included. @throws Refusal unavailable, not-found */
  readonly open: (
    fileId: string,
    range?: { readonly start: number; readonly end: number },
    signal?: AbortSignal,
  ) => Promise<Readable>;
};

export const driveTexts = {
  notSetUp: 'Google Drive is not set up here.',
  away: 'Google Drive does not answer right now. Please try again soon.',
  gone: 'Not found',
} as const;

/** Stands where Drive would be when no service account is configured. */
export const driveNotSetUp: Drive = {
  about: () => Promise.reject(new Refusal('unavailable', driveTexts.notSetUp)),
  open: () => Promise.reject(new Refusal('unavailable', driveTexts.notSetUp)),
};

const KEY = /^drive:([A-Za-z0-9_-]{10,128})$/;

/** The key of a file in Drive, for the files port. */
export const driveKeyOf = (fileId: string): string => `drive:${fileId}`;
/** The id in such a key; null for keys of files on disk. */
export const driveIdIn = (key: string): string | null => KEY.exec(key)?.[1] ?? null;
