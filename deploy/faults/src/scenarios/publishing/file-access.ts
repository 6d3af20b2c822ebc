/** P66: manuscripts reach admins only, as downloads that run nowhere. */
import type { Fixture } from '../../fixture.ts';
import { type Trial, unless } from '../trial.ts';
import { draftOf, pdfOf, promiseScenario, randomName, submit, upload } from './publishing-process.ts';

type Size = { readonly files: number };

const FORGED = 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiQURNSU4ifQ.';
const expected: Readonly<Record<string, string>> = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
};

/** A PDF that is a page with a script, too. */
const polyglot = (): Buffer => Buffer.concat([pdfOf(500), Buffer.from('<script>alert(1)</script>%%EOF\n')]);

const openedBy = async ({ api }: Fixture, link: string, token: string | null): Promise<Response> => {
  const id = new URL(link).pathname.split('/').at(-1) ?? '';
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${api}/publishing/files/${id}`, { headers });
  await answer.arrayBuffer();
  return answer;
};

export const fileAccess: Trial<Size> = async (fixture, { files }) => {
  const reader = await fixture.newReader(randomName('reader'));
  const strangers = [null, reader.token, FORGED];
  let opened = 0;
  let wrong = 0;
  for (let n = 0; n < files; n += 1) {
    const link = await upload(fixture, polyglot(), 'story.pdf');
    await submit(fixture, { ...draftOf(randomName('work')), driveLink: link });
    for (const token of strangers)
      if (![401, 403].includes((await openedBy(fixture, link, token)).status)) opened += 1;
    const { status, headers } = await openedBy(fixture, link, fixture.adminToken);
    const isDownload = headers.get('content-disposition')?.startsWith('attachment;') ?? false;
    const isSafe = Object.entries(expected).every(([name, value]) => headers.get(name) === value);
    if (status !== 200 || !isDownload || !isSafe) wrong += 1;
  }
  return {
    detail: `${files} files, ${strangers.length} strangers each`,
    broken: unless({
      [`${opened} files were opened by strangers`]: opened === 0,
      [`${wrong} files are not downloads for an admin`]: wrong === 0,
    }),
  };
};

export const manuscriptReaders = promiseScenario(
  'manuscript readers',
  'admins only, and never as a page (P66)',
  fileAccess,
  ({ isNightly }) => ({ files: isNightly ? 40 : 8 }),
);
