/** P1: the disk of the store, then the disk of uploads, fills up while orders are paid, and gets room again. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, catalogApi, createClient } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../fixture.ts';
import { bytesIn, mountSmallDisk, type SmallDisk } from '../infra/small-disk.ts';
import { generateLoadWhile, type Sample } from '../load-generator.ts';
import { without } from '../mutations/mutation-env.ts';
import type { MutationName } from '../mutations/mutations.ts';
import { createOrder, type PaidOrder, type Purchase, payOrder } from '../purchase.ts';
import { newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const MEGABYTE = 1_048_576;
/** What is left on the disk of the store when orders begin: some ten orders. */
const ROOM = 2 * MEGABYTE;
const ENOUGH = 512 * MEGABYTE;
/** Readers of ten purchases each, registered while there is room: a full disk refuses a registration. */
const BUYERS = 10;
const FILLED_MS = 60_000;
const OUTAGE_MS = 3_000;
const READS_PER_SECOND = 20;
const SKIPPED = 'this user may not mount a small file system';
const REMEDY = /^No space left for .+data\.sqlite\. Free space on its disk and start again/;

type FullDisk = {
  readonly paid: PaidOrder[];
  readonly failures: string[];
  readonly line: string;
  readonly samples: readonly Sample[];
};

/** Suspends the store, changes its disk and starts it again. */
const withStoreStopped = async <T>({ part, ready }: Fixture, act: () => T): Promise<T> => {
  const start = await part('mongo').hold();
  const done = act();
  start();
  await ready();
  return done;
};

/** Buys until the disk is full; each purchase goes on until it is answered. */
const fillDisk = async (
  fixture: Fixture,
  disk: SmallDisk,
  purchases: readonly Purchase[],
): Promise<FullDisk> => {
  const paid: PaidOrder[] = [];
  const failures: string[] = [];
  let isFull = false;
  const failure = fixture.storeFailure().then(({ message }) => {
    isFull = true;
    return message;
  });
  const buyers: Promise<void>[] = [];
  for (const purchase of purchases) {
    if (isFull) break;
    const buy = async (): Promise<void> => {
      paid.push(await payOrder(fixture, purchase, await createOrder(fixture, purchase)));
    };
    buyers.push(buy().catch((error: unknown) => void failures.push(String(error))));
    await sleep(100);
  }
  const line = await Promise.race([failure, sleep(FILLED_MS, 'the store did not end', { ref: false })]);
  const reader = { userId: '', token: fixture.adminToken };
  const samples = await generateLoadWhile(fixture, reader, READS_PER_SECOND, () => sleep(OUTAGE_MS));
  await withStoreStopped(fixture, () => disk.resize(ENOUGH));
  await Promise.all(buyers);
  return { paid, failures, line, samples };
};

const mountStore = (fixture: Fixture): Promise<SmallDisk | null> => {
  const dir = path.join(fixture.dir, 'data', 'mongo');
  return withStoreStopped(fixture, () => mountSmallDisk(dir, bytesIn(dir) + ROOM));
};

/** @returns null when no small disk can be mounted */
const fillStore = async (fixture: Fixture, removed: readonly MutationName[]): Promise<FullDisk | null> => {
  const purchases = await Promise.all(Array.from({ length: BUYERS }, () => newPurchases(fixture, 10)));
  fixture.part('mongo').setEnv(without(...removed));
  const disk = await mountStore(fixture);
  if (!disk) return null;
  try {
    return await fillDisk(fixture, disk, purchases.flat());
  } finally {
    fixture.part('mongo').setEnv(without());
    await withStoreStopped(fixture, disk.unmount);
  }
};

const isRetryable = ({ status, isRetryable: retryable }: Sample): boolean =>
  status === 200 || ((status === 503 || status === 504) && retryable);

/** Uploads a book file while the disk for uploads is full, and again when it is not. @returns null without a small disk */
const fillUploads = async (fixture: Fixture): Promise<readonly number[] | null> => {
  const dir = path.join(fixture.dir, 'data', 'arriving');
  const disk = mountSmallDisk(dir, 4_096);
  if (!disk) return null;
  const catalog = createClient(catalogApi, { baseUrl: fixture.api, token: () => fixture.adminToken });
  const [book] = fixture.books;
  const upload = (): Promise<number> =>
    catalog
      .uploadEbookFile({
        params: { id: book?.mediaId ?? '' },
        files: { file: new Blob([Buffer.alloc(MEGABYTE, '%PDF-1.7 ')], { type: 'application/pdf' }) },
      })
      .then(
        () => 200,
        (error: unknown) => (error instanceof ApiError ? error.status : 0),
      );
  const full = await upload();
  disk.unmount();
  return [full, await upload()];
};

const logOf = (fixture: Fixture, name: string): Promise<string> =>
  readFile(path.join(fixture.dir, 'data', 'logs', `${name}.log`), 'utf8');

const checkUploads = async (fixture: Fixture): Promise<readonly [boolean, string] | null> => {
  const statuses = await fillUploads(fixture);
  if (!statuses) return null;
  const hasLine =
    (await poll(
      async () => /no space left for uploads.+arriving/.test(await logOf(fixture, 'catalog')),
      OUTAGE_MS,
    )) === true;
  const [full, again] = statuses;
  return [
    full === 503 && again !== 503 && again !== 0 && hasLine,
    `${full}, then ${again}, logged ${hasLine}`,
  ];
};

export const diskFull: Scenario = {
  name: 'disk full',
  run: async (fixture, report, { isNightly }) => {
    const full = await fillStore(fixture, []);
    if (!full) return report.skip('disk full: the store ends and recovers', SKIPPED);
    const { line, samples, failures } = full;
    report.check('disk full: the store names its file and the remedy', REMEDY.test(line), line);
    report.check(
      'disk full: every response without the store is 200 or retryable',
      samples.every(isRetryable),
      `${samples.length} reads ${JSON.stringify(samples.find((one) => !isRetryable(one)) ?? '')}`,
    );
    const { ok, detail, counts } = await settleAndCount(fixture, full.paid);
    report.check(
      'disk full: with room again every order is granted once, no buyer gets a final refusal',
      ok && failures.length === 0,
      `${detail} ${failures[0] ?? ''}`,
      counts,
    );
    const uploads = await checkUploads(fixture);
    if (uploads)
      report.check(
        'disk full: an upload is refused with 503, logged, and accepted with room again',
        ...uploads,
      );
    if (!isNightly) return report.note("'commit-failure': removed with --nightly");
    const careless = await fillStore(fixture, ['commit-failure']);
    report.check(
      'disk full: a store that answers though nothing is stored is detected',
      careless !== null && !REMEDY.test(careless.line),
      careless?.line,
    );
  },
};
