/** P64: an upload is whole and checked, or not there, whenever the process dies. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { type Trial, unless } from '../trial.ts';
import {
  collectionOf,
  createPublishingKills,
  draftOf,
  pdfOf,
  promiseScenario,
  publishingReady,
  randomName,
  sha256Of,
  submit,
  untilUploaded,
  upload,
} from './publishing-process.ts';

type Size = {
  readonly failpoints: readonly string[];
  readonly kills: number;
  /** Longest wait for the sweep. */
  readonly withinMs: number;
  /** Only a resumable upload meets the failpoints: it is finished again under its own id, a whole one gets another id. */
  readonly isResumableOnly?: true;
};
type Kept = { readonly link: string; readonly sha256: string };
type StoredUpload = { readonly _id: string; readonly sha256: string };

const BYTES = 300_000;
const BEGUN_MS = 20_000;
/** After a day without a submission an upload is removed; the sweep then runs every two seconds. */
const A_DAY_LATER = { CLOCK_SKEW_MS: String(26 * 3_600_000), INTERVAL_FACTOR: '0.001' };

const tus = { 'tus-resumable': '1.0.0' };

/** Sends all bytes of a resumable upload. @returns its address */
const sendResumable = async ({ url, api }: Fixture, bytes: Buffer): Promise<string> => {
  const metadata = `filename ${Buffer.from('story.pdf').toString('base64')}`;
  const created = await fetch(`${api}/publishing/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const address = url + (created.headers.get('location') ?? '');
  const sent = await fetch(address, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
  if (sent.status !== 204) throw new Error(`a resumable upload answers ${sent.status}`);
  return address;
};

/** Begins an upload that never ends. @returns a function that leaves it */
const beginEndless = ({ api }: Fixture): (() => void) => {
  const leaving = new AbortController();
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
  const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from(head)) });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const init = { method: 'POST', body, headers, signal: leaving.signal, duplex: 'half' };
  fetch(`${api}/publishing/upload-drive`, init as RequestInit).catch(() => {
    // the process is killed while it reads
  });
  return () => leaving.abort();
};

const namesIn = ({ dir }: Fixture, folder: string): Promise<string[]> =>
  readdir(path.join(dir, 'data', folder)).catch(() => []);

/** Uploads that are named by submissions, and whose bytes are not those that were sent. */
const damaged = async (fixture: Fixture, kept: readonly Kept[]): Promise<number> => {
  let count = 0;
  for (const { link, sha256 } of kept) {
    const id = new URL(link).pathname.split('/').at(-1) ?? '';
    const bytes = await readFile(path.join(fixture.dir, 'data', 'manuscripts', id)).catch(() => null);
    const stored = await collectionOf<StoredUpload>(fixture, 'uploads').findOne({ _id: id });
    if (!bytes || sha256Of(bytes) !== sha256 || stored?.sha256 !== sha256) count += 1;
  }
  return count;
};

export const uploadsUnderKills: Trial<Size> = async (
  fixture,
  { failpoints, kills: count, withinMs, isResumableOnly },
) => {
  const kills = createPublishingKills(fixture);
  const kept: Kept[] = [];
  const missed: string[] = [];
  const keep = async (bytes: Buffer, link: Promise<string>): Promise<void> => {
    kept.push({ link: await link, sha256: sha256Of(bytes) });
  };
  for (const point of failpoints) {
    const [bytes, parts] = [pdfOf(BYTES), pdfOf(BYTES)];
    const isReached = await kills.killAt(point, async () => {
      await publishingReady(fixture);
      // both die: the one that comes first kills the process
      const address = await sendResumable(fixture, parts);
      const finish = () => fetch(`${address}/finish`, { method: 'POST' });
      await Promise.all([
        keep(parts, untilUploaded(finish)),
        ...(isResumableOnly ? [] : [keep(bytes, upload(fixture, bytes, 'story.pdf'))]),
      ]);
    });
    if (!isReached) missed.push(`${point} was not reached`);
  }
  const leave = beginEndless(fixture);
  const hasBegun = await poll(async () => (await namesIn(fixture, 'arriving')).length > 0, BEGUN_MS, 20);
  if (!hasBegun) missed.push('no upload was cut off');
  for (let n = 0; n < count; n += 1) {
    const bytes = pdfOf(BYTES * 10);
    const sent = keep(bytes, upload(fixture, bytes, 'story.pdf'));
    await kills.kill();
    await sent;
  }
  leave();
  for (const { link } of kept) await submit(fixture, { ...draftOf(randomName('work')), driveLink: link });
  await kills.kill();
  await fixture.crash('publishing', A_DAY_LATER);
  const isSwept = await poll(async () => {
    const known = await collectionOf<StoredUpload>(fixture, 'uploads').distinct('_id');
    const stored = await namesIn(fixture, 'manuscripts');
    const rests = [...(await namesIn(fixture, 'arriving')), ...(await namesIn(fixture, 'resumable'))];
    return rests.length === 0 && known.sort().join() === stored.sort().join();
  }, withinMs);
  const lost = await damaged(fixture, kept);
  return {
    detail: `${kept.length} uploads answered, ${failpoints.length + count} kills`,
    broken: [
      ...missed,
      ...unless({
        [`${lost} of ${kept.length} answered uploads are not whole`]: lost === 0,
        'rests are left after the sweep': isSwept === true,
      }),
    ],
  };
};

const FAILPOINTS = ['publishing.inspected-before-kept', 'publishing.kept-before-document'];

export const manuscriptUploads = promiseScenario(
  'manuscripts',
  'an answered upload is whole, another one leaves nothing (P64)',
  uploadsUnderKills,
  ({ isNightly }) => ({
    failpoints: isNightly ? Array.from({ length: 5 }, () => FAILPOINTS).flat() : FAILPOINTS,
    kills: isNightly ? 10 : 1,
    withinMs: 20_000,
  }),
);
