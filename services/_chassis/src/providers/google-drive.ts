import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js';
import { z } from 'zod';
import type { Logger } from '../base/log.ts';
import { type Drive, type DriveAnswer, type DriveFile, driveTexts } from '../files/drive.ts';
import { Refusal } from '../http/refusal.ts';
import { traceProviderCall } from '../tracing/spans.ts';
import { emailOf, type GoogleLogin, googleAnswerOf, googleLogin, type LoadDriveSdk } from './google-login.ts';

export type GoogleDriveOptions = GoogleLogin & { readonly sdk: LoadDriveSdk; readonly log: Logger };

const SCOPES = ['https://www.googleapis.com/auth/drive.readonly'];
const FIELDS =
  'id,name,mimeType,webViewLink,size,md5Checksum,version,trashed,videoMediaMetadata(durationMillis)';
const TIMEOUT_MS = 10_000;

const openApi = async ({ sdk, ...login }: GoogleDriveOptions): Promise<drive_v3.Drive> => {
  const { auth, drive } = await sdk();
  return drive({ version: 'v3', auth: await googleLogin(auth, login, SCOPES) });
};

const ErrorReasons = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });

/** Google answers 403 for rate limits and quotas, too; those are no property of the file. */
const isRateLimited = (data: unknown): boolean => {
  const read = ErrorReasons.safeParse(data);
  return read.success && read.data.error.errors.some(({ reason }) => /(limit|quota)exceeded$/i.test(reason));
};

/** The problem of the file that a failed call reports; null for other errors. */
const fileProblemOf = (error: unknown): 'no-access' | 'not-found' | null => {
  const { status, data } = googleAnswerOf(error);
  if (status === 404) return 'not-found';
  return status === 403 && !isRateLimited(data) ? 'no-access' : null;
};

const fileOf = (data: drive_v3.Schema$File, fileId: string): DriveFile => {
  const millis = Number(data.videoMediaMetadata?.durationMillis ?? Number.NaN);
  return {
    id: data.id ?? fileId,
    name: data.name ?? '',
    mimeType: data.mimeType ?? 'application/octet-stream',
    webViewLink: data.webViewLink ?? null,
    bytes: data.size ? Number(data.size) : null,
    revision: data.md5Checksum ?? `version-${data.version ?? '0'}`,
    durationSeconds: millis > 0 ? millis / 1_000 : null,
  };
};

/** The API of Drive, opened at the first call; a failure to open it is tried again at the next one. */
const lazyApi = (options: GoogleDriveOptions) => {
  let opening: Promise<drive_v3.Drive> | undefined;
  return (): Promise<drive_v3.Drive> => {
    opening ??= openApi(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
};

const unavailable = (log: Logger, error: unknown): Refusal => {
  log.warn({ status: googleAnswerOf(error).status }, 'google drive request failed');
  return new Refusal('unavailable', driveTexts.away, { retryAfter: 10 });
};

/** Google Drive through a service account. One try for each call, ten seconds each, no redirects. */
export const googleDrive = (options: GoogleDriveOptions): Drive => {
  const { log } = options;
  const api = lazyApi(options);

  const about = async (fileId: string): Promise<DriveAnswer> => {
    try {
      const { files } = await api();
      const { data } = await traceProviderCall('google-drive', 'files.get', () =>
        files.get(
          { fileId, fields: FIELDS, supportsAllDrives: true },
          { timeout: TIMEOUT_MS, retry: false, redirect: 'error' },
        ),
      );
      return data.trashed ? { kind: 'not-found' } : { kind: 'file', file: fileOf(data, fileId) };
    } catch (error) {
      const problem = fileProblemOf(error);
      if (problem) return { kind: problem };
      throw unavailable(log, error);
    }
  };

  const open: Drive['open'] = async (fileId, range, signal) => {
    const timeout = new AbortController();
    // limits the time to the first byte only: a film may take long
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
    const stop = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      const { files } = await api();
      const { data } = await traceProviderCall('google-drive', 'files.get media', () =>
        files.get(
          { fileId, alt: 'media', supportsAllDrives: true },
          {
            responseType: 'stream',
            retry: false,
            redirect: 'error',
            signal: stop,
            ...(range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {}),
          },
        ),
      );
      return data;
    } catch (error) {
      if (fileProblemOf(error)) throw new Refusal('not-found', driveTexts.gone);
      throw unavailable(log, error);
    } finally {
      clearTimeout(timer);
    }
  };

  const exportAs: Drive['exportAs'] = async (fileId, mimeType) => {
    const found = await about(fileId);
    if (found.kind !== 'file') return found;
    try {
      const { files } = await api();
      const { data } = await traceProviderCall('google-drive', 'files.export', () =>
        files.export(
          { fileId, mimeType },
          { responseType: 'arraybuffer', timeout: TIMEOUT_MS, retry: false, redirect: 'error' },
        ),
      );
      return { kind: 'content', bytes: Buffer.from(data as ArrayBuffer), name: found.file.name };
    } catch (error) {
      const problem = fileProblemOf(error);
      if (problem) return { kind: problem };
      throw unavailable(log, error);
    }
  };

  return { account: emailOf(options), about, open, exportAs };
};
