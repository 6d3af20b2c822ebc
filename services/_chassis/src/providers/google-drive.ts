import type { drive_v3 } from 'googleapis/build/src/apis/drive/index.js';
import { z } from 'zod';
import { type Drive, type DriveAnswer, type DriveFile, driveTexts } from '../files/drive.ts';
import { Refusal } from '../http/refusal.ts';
import type { Logger } from '../log.ts';
import { type GoogleLogin, googleLogin } from './google-login.ts';

export type GoogleDriveOptions = GoogleLogin & { readonly log: Logger };

const SCOPES = ['https://www.googleapis.com/auth/drive.readonly'];
const FIELDS =
  'id,name,mimeType,webViewLink,size,md5Checksum,version,trashed,videoMediaMetadata(durationMillis)';
const PATIENCE_MS = 10_000;

/** The SDK is large and slow to load, and only its Drive part is: asked for at the first call, once. */
const openApi = async (login: GoogleLogin): Promise<drive_v3.Drive> => {
  const { auth, drive } = await import('googleapis/build/src/apis/drive/index.js');
  return drive({ version: 'v3', auth: await googleLogin(auth, login, SCOPES) });
};

const Trouble = z.object({
  status: z.number().optional(),
  response: z.object({ status: z.number(), data: z.unknown().optional() }).optional(),
});
const Reasons = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });

/** Google answers 403 for "too fast" as well: that says nothing about the file. */
const isTooFast = (data: unknown): boolean => {
  const read = Reasons.safeParse(data);
  return read.success && read.data.error.errors.some(({ reason }) => /limitexceeded$/i.test(reason));
};

/** What a failed call says about the file; null when it says nothing. */
const verdictOf = (error: unknown): 'no-access' | 'not-found' | null => {
  const { status, response } = Trouble.safeParse(error).data ?? {};
  const code = response?.status ?? status;
  if (code === 404) return 'not-found';
  return code === 403 && !isTooFast(response?.data) ? 'no-access' : null;
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

/** Google Drive through a service account. One try for each call, ten seconds each, no redirects. */
export const googleDrive = (options: GoogleDriveOptions): Drive => {
  const { log } = options;
  let opening: Promise<drive_v3.Drive> | undefined;
  const api = (): Promise<drive_v3.Drive> => {
    opening ??= openApi(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const away = (error: unknown): Refusal => {
    const { status, response } = Trouble.safeParse(error).data ?? {};
    // the error of the SDK holds the request with its token: only its status is told
    log.warn({ status: response?.status ?? status ?? 0 }, 'google drive did not answer');
    return new Refusal('unavailable', driveTexts.away, { retryAfter: 10 });
  };

  const about = async (fileId: string): Promise<DriveAnswer> => {
    try {
      const { data } = await (await api()).files.get(
        { fileId, fields: FIELDS, supportsAllDrives: true },
        { timeout: PATIENCE_MS, retry: false, redirect: 'error' },
      );
      return data.trashed ? { kind: 'not-found' } : { kind: 'file', file: fileOf(data, fileId) };
    } catch (error) {
      const verdict = verdictOf(error);
      if (verdict) return { kind: verdict };
      throw away(error);
    }
  };

  const open: Drive['open'] = async (fileId, range, signal) => {
    const late = new AbortController();
    // until the first byte only: a film takes as long as it takes
    const timer = setTimeout(() => late.abort(), PATIENCE_MS);
    const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    try {
      const { data } = await (await api()).files.get(
        { fileId, alt: 'media', supportsAllDrives: true },
        {
          responseType: 'stream',
          retry: false,
          redirect: 'error',
          signal: stop,
          ...(range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {}),
        },
      );
      return data;
    } catch (error) {
      if (verdictOf(error)) throw new Refusal('not-found', driveTexts.gone);
      throw away(error);
    } finally {
      clearTimeout(timer);
    }
  };

  return { about, open };
};
