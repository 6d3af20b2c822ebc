import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Request, type RequestHandler, Router } from 'express';
import { endpointsOf, ProviderRefusal } from '../endpoint.ts';
import type { ServiceAccounts } from '../google/service-accounts.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import { refusalBody } from './drive-errors.ts';
import type { DriveFile, DriveRecords } from './drive-records.ts';

const rangeOf = (
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | null | 'bad' => {
  const found = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (!found) return null;
  const start = Number(found[1]);
  const end = Math.min(found[2] ? Number(found[2]) : bytes - 1, bytes - 1);
  return start > end ? 'bad' : { start, end };
};

/** A file as Drive v3 describes it. */
export const metadataOf = (file: DriveFile) => ({
  kind: 'drive#file',
  id: file.id,
  name: file.name,
  mimeType: file.mimeType,
  webViewLink: `https://drive.google.com/file/d/${file.id}/view?usp=drivesdk`,
  // Google documents have no bytes and no checksum
  ...(file.mimeType.startsWith('application/vnd.google-apps.')
    ? {}
    : { size: String(file.bytes), md5Checksum: file.md5, sha256Checksum: file.sha256 }),
  version: String(file.version),
  parents: file.parents,
  trashed: false,
});

type Parts = { records: DriveRecords; accounts: ServiceAccounts; knobs: Knobs; ledger: Ledger };

/** Fake Drive v3: `files.get` for metadata and for bytes, with ranges. */
export const driveRoutes = ({ records, accounts, knobs, ledger }: Parts): Router => {
  const router = Router();
  const endpoint = endpointsOf({ knobs, ledger, faultBody: refusalBody });

  /** @throws ProviderRefusal 401, 403, 404 */
  const fileFor = (request: Request): DriveFile => {
    if (!accounts.knows(request.get('authorization')))
      throw new ProviderRefusal(401, refusalBody(401, 'Invalid Credentials'));
    const id = String(request.params.fileId);
    const file = records.get(id);
    if (!file || file.access === 'not-found')
      throw new ProviderRefusal(404, refusalBody(404, `File not found: ${id}.`));
    if (file.access === 'no-access')
      throw new ProviderRefusal(
        403,
        refusalBody(403, 'The user does not have sufficient permissions for this file.'),
      );
    return file;
  };

  const metadata = endpoint('drive.files.get', (request) => ({
    status: 200,
    body: metadataOf(fileFor(request)),
  }));

  const bytes: RequestHandler = async (request, response) => {
    const fault = knobs.takeCall('drive.files.media');
    if (fault.hang !== undefined) await wait(fault.hang, undefined, { ref: false });
    if (fault.status !== undefined) return void response.status(fault.status).json(refusalBody(fault.status));
    let file: DriveFile;
    try {
      file = fileFor(request);
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      return void response.status(error.answer.status).json(error.answer.body);
    }
    const range = rangeOf(request.get('range'), file.bytes);
    if (range === 'bad')
      return void response.status(416).json(refusalBody(416, 'Request range not satisfiable'));
    response.set({ 'content-type': file.mimeType, 'accept-ranges': 'bytes' });
    if (range) {
      response.status(206).set('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
      response.set('content-length', String(range.end - range.start + 1));
    } else response.set('content-length', String(file.bytes));
    await pipeline(records.open(file, range ?? undefined), response).catch(() => {
      // media players abort requests
    });
  };

  router.get('/drive/v3/files/:fileId', (request, response, next) =>
    (request.query.alt === 'media' ? bytes : metadata)(request, response, next),
  );
  return router;
};
