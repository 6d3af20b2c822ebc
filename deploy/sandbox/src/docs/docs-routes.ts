import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { json, type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { Access, type DriveFile, type DriveRecords } from '../drive/drive-records.ts';
import type { ServiceAccounts } from '../google/service-accounts.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';

const kinds = {
  document: { mimeType: 'application/vnd.google-apps.document', export: 'text/html', ending: 'html' },
  spreadsheets: { mimeType: 'application/vnd.google-apps.spreadsheet', export: 'text/csv', ending: 'csv' },
} as const;

const Text = z.string().max(12_000_000);
const DocRequest = z
  .strictObject({
    title: z.string().min(1).max(200),
    kind: z.enum(['document', 'spreadsheets']).default('document'),
    html: Text.optional(),
    /** The same as `html`; comma-separated values of a spreadsheet. */
    content: Text.optional(),
    /** Anyone with the link may read it. By default with `access` ok, and when it redirects. */
    isPublic: z.boolean().optional(),
    /** What the service account may do. */
    access: Access.default('ok'),
    /** Where the public export redirects to, instead of the content host. */
    redirectTo: z.string().max(2_000).optional(),
  })
  .refine(
    ({ html, content }) => (html === undefined) !== (content === undefined),
    'html or content is missing',
  )
  .transform(({ html, content, isPublic, ...doc }) => ({
    ...doc,
    text: html ?? content ?? '',
    isPublic: isPublic ?? (doc.access === 'ok' || doc.redirectTo !== undefined),
  }));

const Publication = z.object({
  id: z.string(),
  kind: z.enum(['document', 'spreadsheets']),
  isPublic: z.boolean(),
  redirectTo: z.string().nullable(),
});

const CONTENT_HOST = 'https://doc-0s-sandbox.googleusercontent.com';
const LOGIN = 'https://accounts.google.com/ServiceLogin';

type Parts = {
  records: DriveRecords;
  accounts: ServiceAccounts;
  knobs: Knobs;
  ledger: Ledger;
  now: () => Date;
};

/** Fake Google Docs and Sheets: the public export with its redirect to a content host, and the export of Drive. */
export const docsRoutes = ({ records, accounts, knobs, ledger, now }: Parts): Router => {
  const router = Router();
  const publications = ledger.table('docs', Publication);

  const faulty =
    (
      target: string,
      handle: (request: Request, response: Response) => Promise<void> | void,
    ): RequestHandler =>
    async (request, response) => {
      const { hang, status } = knobs.takeCall(target);
      if (hang !== undefined) await wait(hang, undefined, { ref: false });
      if (status !== undefined) return void response.status(status).end();
      await handle(request, response);
    };

  const send = async (response: Response, file: DriveFile, kind: keyof typeof kinds): Promise<void> => {
    const name = encodeURIComponent(`${file.name}.${kinds[kind].ending}`);
    response
      .set({
        'content-type': `${kinds[kind].export}; charset=utf-8`,
        'content-disposition': `attachment; filename="export"; filename*=UTF-8''${name}`,
      })
      .send(await buffer(records.open(file)));
  };

  router.post('/sandbox/docs', json({ limit: '13mb' }), async (request, response) => {
    const input = DocRequest.safeParse(request.body ?? {});
    if (!input.success)
      return void response
        .status(400)
        .json({ code: 'invalid-request', message: z.prettifyError(input.error) });
    const { title, kind, text, isPublic, access, redirectTo = null } = input.data;
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-doc-'));
    const path = join(folder, 'content');
    await writeFile(path, text);
    const file = await records.enqueue({ name: title, mimeType: kinds[kind].mimeType, access }, path, now());
    await rm(folder, { recursive: true, force: true });
    publications.put({ id: file.id, kind, isPublic, redirectTo });
    await ledger.settled();
    response.status(201).json({ id: file.id, link: `https://docs.google.com/${kind}/d/${file.id}/edit` });
  });

  router.get(
    ['/document/d/:id/export', '/spreadsheets/d/:id/export'],
    faulty('docs.export', (request, response) => {
      const found = publications.get(String(request.params.id));
      if (!found || (!found.isPublic && records.get(found.id)?.access === 'not-found'))
        return void response.status(404).end();
      const content = `${CONTENT_HOST}/docs/securesc/${found.id}`;
      response.redirect(307, found.isPublic ? (found.redirectTo ?? content) : LOGIN);
    }),
  );
  router.get(
    '/docs/securesc/:id',
    faulty('docs.content', async (request, response) => {
      const found = publications.get(String(request.params.id));
      const file = found?.isPublic ? records.get(found.id) : undefined;
      if (!found || !file) return void response.status(404).end();
      await send(response, file, found.kind);
    }),
  );
  router.get(
    '/drive/v3/files/:id/export',
    faulty('drive.files.export', async (request, response) => {
      const found = publications.get(String(request.params.id));
      const file = found && records.get(found.id);
      if (!accounts.knows(request.get('authorization'))) return void response.status(401).end();
      if (!found || !file || file.access === 'not-found') return void response.status(404).end();
      if (file.access === 'no-access') return void response.status(403).end();
      await send(response, file, found.kind);
    }),
  );
  return router;
};
