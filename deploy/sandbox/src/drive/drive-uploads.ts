import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Request, Router, raw } from 'express';
import { z } from 'zod';
import { endpointsOf, ProviderRefusal } from '../endpoint.ts';
import type { ServiceAccounts } from '../google/service-accounts.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import { refusalBody } from './drive-errors.ts';
import type { DriveRecords } from './drive-records.ts';
import { metadataOf } from './drive-routes.ts';

const MOST_BYTES = 120 * 1024 * 1024;
const MOST_IDS = 1_000;

const Metadata = z.object({
  id: z.string().min(10).optional(),
  name: z.string().min(1),
  mimeType: z.string().default('application/octet-stream'),
  parents: z.array(z.string().min(1)).max(1).default(['root']),
});

/** The two parts of a body of type multipart/related: metadata and bytes. Null when it is another body. */
const partsOf = (body: Buffer, contentType: string): { metadata: unknown; bytes: Buffer } | null => {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!boundary) return null;
  const headEnd = Buffer.from('\r\n\r\n');
  const mark = Buffer.from(`\r\n--${boundary}`);
  const firstAt = body.indexOf(headEnd) + headEnd.length;
  const firstEnd = body.indexOf(mark, firstAt);
  const secondAt = body.indexOf(headEnd, firstEnd) + headEnd.length;
  const secondEnd = body.lastIndexOf(mark);
  if (firstEnd < 0 || secondAt < firstEnd || secondEnd < secondAt) return null;
  try {
    const metadata: unknown = JSON.parse(body.subarray(firstAt, firstEnd).toString());
    return { metadata, bytes: body.subarray(secondAt, secondEnd) };
  } catch {
    return null;
  }
};

type Parts = {
  records: DriveRecords;
  accounts: ServiceAccounts;
  knobs: Knobs;
  ledger: Ledger;
  now: () => Date;
};

/**
 * Fake Drive v3: `files.generateIds`, `files.create` with bytes (multipart, as the SDK sends it) and `files.delete`. Every
 * folder is accepted.
 */
export const driveUploads = ({ records, accounts, knobs, ledger, now }: Parts): Router => {
  const router = Router();
  const endpoint = endpointsOf({ knobs, ledger, faultBody: refusalBody });
  const refuse = (status: number, message: string) =>
    new ProviderRefusal(status, refusalBody(status, message));
  /** @throws ProviderRefusal 401 */
  const authenticate = (request: Request): void => {
    if (!accounts.knows(request.get('authorization'))) throw refuse(401, 'Invalid Credentials');
  };

  router.get(
    '/drive/v3/files/generateIds',
    endpoint('drive.files.generateIds', (request) => {
      authenticate(request);
      const count = Math.min(Number(request.query.count ?? 10), MOST_IDS);
      const ids = Array.from({ length: count }, records.newId);
      return { status: 200, body: { kind: 'drive#generatedIds', space: 'drive', ids } };
    }),
  );

  router.post(
    '/upload/drive/v3/files',
    raw({ type: () => true, limit: MOST_BYTES }),
    endpoint('drive.files.create', async (request) => {
      authenticate(request);
      const parts =
        request.query.uploadType === 'multipart' && Buffer.isBuffer(request.body)
          ? partsOf(request.body, request.get('content-type') ?? '')
          : null;
      const about = Metadata.safeParse(parts?.metadata);
      if (!parts || !about.success) throw refuse(400, 'Malformed multipart body.');
      const { id, ...rest } = about.data;
      if (id !== undefined && records.get(id))
        throw refuse(409, 'A file already exists with the provided ID.');
      await using folder = await mkdtempDisposable(join(tmpdir(), 'sandbox-upload-'));
      const path = join(folder.path, 'bytes');
      await writeFile(path, parts.bytes);
      const file = await records.enqueue({ ...rest, id: id ?? records.newId(), access: 'ok' }, path, now());
      return { status: 200, body: metadataOf(file) };
    }),
  );

  router.delete(
    '/drive/v3/files/:fileId',
    endpoint('drive.files.delete', async (request) => {
      authenticate(request);
      const id = String(request.params.fileId);
      const file = records.get(id);
      if (!file || file.access === 'not-found') throw refuse(404, `File not found: ${id}.`);
      await records.remove(file);
      return { status: 204, body: null };
    }),
  );
  return router;
};
