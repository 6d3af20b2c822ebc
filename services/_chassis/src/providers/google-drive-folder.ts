import { open } from 'node:fs/promises';
import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js';
import { lazily } from '../base/lazily.ts';
import type { Logger } from '../base/log.ts';
import { driveTexts } from '../files/drive.ts';
import { Refusal } from '../http/refusal.ts';
import { traceProviderCall } from '../tracing/spans.ts';
import {
  type GoogleLogin,
  googleAnswerOf,
  googleLogin,
  type LoadDriveSdk,
  readServiceAccount,
} from './google-login.ts';

export type DriveFolderSettings = {
  /** The JSON key of a service account, or the path of a file with it. */
  readonly serviceAccount: string | undefined;
  /** Replaces Google's address, for the sandbox. */
  readonly baseUrl: string | undefined;
  readonly folderId: string | undefined;
};

/** A folder of Google Drive that the service account may write to. Every method throws Refusal `unavailable`. */
export type DriveFolder = {
  /** Reserves the id of a file. An upload under it happens once, however often it is repeated. */
  readonly newFileId: () => Promise<string>;
  /** Stores the file at `path` under a reserved id. @returns the SHA-256 of the bytes in Drive, in hex */
  readonly put: (file: {
    readonly id: string;
    readonly name: string;
    readonly path: string;
  }) => Promise<string | null>;
  /** Deletes a file for good. Safe to repeat. */
  readonly remove: (id: string) => Promise<void>;
};

const SCOPES = ['https://www.googleapis.com/auth/drive'];
const TIMEOUT_MS = 10_000;
/** Longest upload; a lease of the caller must be longer. */
export const DRIVE_UPLOAD_MS = 300_000;

const connect = async (sdk: LoadDriveSdk, login: GoogleLogin): Promise<drive_v3.Drive> => {
  const { auth, drive } = await sdk();
  return drive({ version: 'v3', auth: await googleLogin(auth, login, SCOPES) });
};

/** @returns null when no folder is set, or no account for it */
export const openDriveFolder = (
  settings: DriveFolderSettings,
  { sdk, log }: { readonly sdk: LoadDriveSdk; readonly log: Logger },
): DriveFolder | null => {
  const { serviceAccount: key, baseUrl, folderId } = settings;
  if (!folderId || (!key && !baseUrl)) return null;
  const account = key ? readServiceAccount(key) : null;
  const connected = lazily(() => connect(sdk, { account, baseUrl: baseUrl || null }));
  const limits = { retry: false, redirect: 'error' } as const;
  const shared = { supportsAllDrives: true } as const;

  /** @param expected an error status that is a success of a repeated call */
  const call = async <T>(
    work: (files: drive_v3.Drive['files']) => Promise<T>,
    expected?: number,
  ): Promise<T | null> => {
    try {
      const { files } = await connected();
      return await traceProviderCall('google-drive', 'files', () => work(files));
    } catch (error) {
      const status = googleAnswerOf(error).status;
      if (status === expected) return null;
      // the SDK's error contains the request with its token: only the status is logged
      log.warn({ status }, 'google drive request failed');
      throw new Refusal('unavailable', driveTexts.away, { retryAfter: 60 });
    }
  };

  const create = async (
    files: drive_v3.Drive['files'],
    { id, name, path }: Parameters<DriveFolder['put']>[0],
  ): Promise<void> => {
    await using file = await open(path, 'r');
    const reading = new AbortController();
    const body = file.createReadStream({ autoClose: false });
    // the SDK pipes the stream and has no error listener on it
    body.once('error', (error) => reading.abort(error));
    const signal = AbortSignal.any([reading.signal, AbortSignal.timeout(DRIVE_UPLOAD_MS)]);
    try {
      await files.create(
        {
          ...shared,
          fields: 'id',
          requestBody: { id, name, mimeType: 'application/octet-stream', parents: [folderId] },
          media: { mimeType: 'application/octet-stream', body },
        },
        { ...limits, signal },
      );
    } finally {
      body.destroy();
    }
  };

  return {
    newFileId: async () => {
      const answer = await call((files) =>
        files.generateIds({ count: 1, space: 'drive' }, { ...limits, timeout: TIMEOUT_MS }),
      );
      const id = answer?.data.ids?.[0];
      if (!id) throw new Refusal('unavailable', driveTexts.away);
      return id;
    },
    put: async (file) => {
      await call((files) => create(files, file), 409);
      const fields = 'id,sha256Checksum';
      const stored = await call((files) =>
        files.get({ ...shared, fileId: file.id, fields }, { ...limits, timeout: TIMEOUT_MS }),
      );
      return stored?.data.sha256Checksum ?? null;
    },
    remove: async (id) => {
      await call((files) => files.delete({ ...shared, fileId: id }, { ...limits, timeout: TIMEOUT_MS }), 404);
    },
  };
};
