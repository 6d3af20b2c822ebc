import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, Router } from 'express';
import multer from 'multer';
import { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import { Access, type DriveFile, type DriveRecords } from './drive-records.ts';

const MOST_BYTES = 1024 * 1024 * 1024;

const About = z.object({
  id: z.string().optional(),
  name: z.string().min(1).max(200).optional(),
  mimeType: z.string().min(3).max(100).optional(),
  access: Access.default('ok'),
});
const ShareRequest = z.strictObject({ access: Access });

const shown = (file: DriveFile) => ({ ...file, link: `https://drive.google.com/file/d/${file.id}/view` });
const problem = (message: string) => ({ code: 'invalid-request', error: message, message });

type Deps = {
  records: DriveRecords;
  ledger: Ledger;
  now: () => Date;
};

/** Control API of the fake Drive: uploads files and sets their access. */
export const driveControl = ({ records, ledger, now }: Deps): Router => {
  const router = Router();

  router.get('/sandbox/drive/files', (_request, response) => {
    response.json(records.all().map(shown));
  });

  router.post('/sandbox/drive/files', async (request, response) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'sandbox-upload-'));
    const read = multer({
      dest: folder.path,
      defParamCharset: 'utf8',
      limits: { fileSize: MOST_BYTES, files: 1 },
    });
    const failure = await new Promise<unknown>((resolve) => {
      void read.single('file')(request, response, resolve);
    });
    const about = About.safeParse(request.body ?? {});
    if (failure || !request.file || !about.success) {
      const why = about.success ? 'Send one file in the field file.' : z.prettifyError(about.error);
      return void response.status(400).json(problem(why));
    }
    const { originalname, mimetype, path } = request.file;
    const { id, access, name = originalname || 'file', mimeType = mimetype } = about.data;
    const file = await records.enqueue(
      { name, mimeType, access, ...(id === undefined ? {} : { id }) },
      path,
      now(),
    );
    await ledger.settled();
    response.status(201).json(shown(file));
  });

  router.put('/sandbox/drive/files/:id', json(), async (request, response) => {
    const file = records.get(String(request.params.id));
    const input = ShareRequest.safeParse(request.body ?? {});
    if (!file) return void response.status(404).json({ ...problem('No such file'), code: 'not-found' });
    if (!input.success) return void response.status(400).json(problem(z.prettifyError(input.error)));
    const shared = records.share(file, input.data.access);
    await ledger.settled();
    response.json(shown(shared));
  });
  return router;
};
