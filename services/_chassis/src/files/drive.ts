import type { Readable } from 'node:stream';
import { Refusal } from '../http/refusal.ts';

/** A file in Google Drive that its owner shared with the service account. */
export type DriveFile = {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** The page of the file for people. */
  readonly webViewLink: string | null;
  /** Null for Google documents, which have no bytes. */
  readonly bytes: number | null;
  /** Changes with the bytes: their MD5 where Google has one, else a version number. */
  readonly revision: string;
  readonly durationSeconds: number | null;
};

export type DriveAnswer =
  | { readonly kind: 'file'; readonly file: DriveFile }
  | { readonly kind: 'no-access' }
  | { readonly kind: 'not-found' };

/** A Google document in another format. */
export type DriveExport =
  | { readonly kind: 'content'; readonly bytes: Buffer; readonly name: string }
  | { readonly kind: 'no-access' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'not-set-up' };

/** Google Drive by file id. Addresses from users are never fetched. */
export type Drive = {
  /** The address that owners share their files with; null when Drive is not configured. */
  readonly account: string | null;
  /** @throws Refusal unavailable when Drive is not configured or does not respond */
  readonly about: (fileId: string) => Promise<DriveAnswer>;
  /** Both ends of the range included. @throws Refusal unavailable, not-found */
  readonly open: (
    fileId: string,
    range?: { readonly start: number; readonly end: number },
    signal?: AbortSignal,
  ) => Promise<Readable>;
  /** At most 10 MB, a limit of Google. @throws Refusal unavailable when Drive does not respond */
  readonly exportAs: (fileId: string, mimeType: string) => Promise<DriveExport>;
};

export const driveTexts = {
  notSetUp: 'Google Drive is not set up here.',
  away: 'Google Drive does not answer right now. Please try again soon.',
  gone: 'Not found',
} as const;

/** Replaces Drive when no service account is configured. */
export const driveNotSetUp: Drive = {
  account: null,
  about: () => Promise.reject(new Refusal('unavailable', driveTexts.notSetUp)),
  open: () => Promise.reject(new Refusal('unavailable', driveTexts.notSetUp)),
  exportAs: async () => ({ kind: 'not-set-up' }),
};

const KEY = /^drive:([A-Za-z0-9_-]{10,128})$/;

/** The key of a Drive file in the file store. */
export const driveKeyOf = (fileId: string): string => `drive:${fileId}`;
/** The Drive file id in a key; null for keys of files on disk. */
export const driveIdIn = (key: string): string | null => KEY.exec(key)?.[1] ?? null;
