/** Two replicas with separate disks and one bucket: what one stores, the other one reads. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Booted,
  freshSuffix,
  type TestBucket,
  testBucket,
  testUser,
  tokenOf,
} from '@satrangi/chassis/testing';
import { expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid, stored, storedFile } from './boot-library.ts';
import { leakyBook } from './leaky-book.ts';

const READS = 500;
const owner = testUser({ userId: 'owner' });
const film = randomBytes(6_000_000);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const bootReplicas = (bucket: TestBucket | null) => {
  const env = { DB_SUFFIX: freshSuffix(), ...bucket?.env };
  return Promise.all([bootLibrary({ env }), bootLibrary({ env })]);
};

const read = (service: Booted, path: string, range?: string) =>
  fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${tokenOf(owner)}`, ...(range ? { range } : {}) },
  });

/** Stores a book and a film at one replica, bought by the owner. */
const publish = async (service: Booted) => {
  const book = await stored(service, await leakyBook(20), 20);
  const file = { ...(await storedFile(service, film, 'video/mp4')), pages: 0 };
  await service.deliver(mediaOf('book', { file: book, previewPages: 2 }));
  await service.deliver(mediaOf('film', { mediaType: 'short-film', formats: ['video'], file }));
  const items = [ofKind('book', 'ebook', 'text'), ofKind('film', 'short-film', 'video')];
  await service.deliver(paid({ orderId: 'order', userId: owner.userId, items }));
  return { book, film: file };
};

type Read = { readonly status: number; readonly isRight: boolean };

/** Reads of the film by range and of the watermarked book, alternating between replicas. */
const readAlternating = async (replicas: readonly Booted[], count: number): Promise<Read[]> => {
  const reads: Read[] = [];
  let copy = '';
  for (let n = 0; n < count; n += 1) {
    const replica = replicas[n % replicas.length];
    if (!replica) throw new Error('there is no replica');
    if (n % 10 === 0 || n % 10 === 5) {
      const answer = await read(replica, '/ebooks/book/pdf');
      const hash = sha256(await answer.bytes());
      copy ||= hash;
      reads.push({ status: answer.status, isRight: answer.status === 200 && hash === copy });
      continue;
    }
    const start = Math.floor((n / count) * film.length);
    const end = Math.min(film.length - 1, start + 40_000);
    const answer = await read(replica, '/shortfilms/film/stream', `bytes=${start}-${end}`);
    const isRight = sha256(await answer.bytes()) === sha256(film.subarray(start, end + 1));
    reads.push({ status: answer.status, isRight });
  }
  return reads;
};

it(`${READS} reads at two replicas with separate disks: none fails, and a copy has the same bytes at both (P110)`, {
  timeout: 300_000,
}, async () => {
  await using bucket = await testBucket();
  const replicas = await bootReplicas(bucket);
  await using _one = replicas[0];
  await using _other = replicas[1];
  await publish(replicas[0]);
  const reads = await readAlternating(replicas, READS);

  expect(reads.filter(({ isRight }) => !isRight)).toEqual([]);
  const seals = (await bucket.keys()).filter((key) => key.startsWith('cache/seals/'));
  expect(seals).toHaveLength(1);
  for (const { context } of replicas) {
    const { dataDir } = context.settings;
    expect(await readdir(join(dataDir, 'files')).catch(() => [])).toEqual([]);
    expect(await readdir(join(dataDir, 'scratch')).catch(() => [])).toEqual([]);
    expect(await readdir(join(dataDir, 'cache', 'rendered'))).toEqual([]);
  }
  const sample = await read(replicas[1], '/ebooks/book/preview-limited');
  expect(sample.status).toBe(200);
});

it('with files on separate disks the replica without them answers 503: the control of the test above (P110)', {
  timeout: 120_000,
}, async () => {
  const replicas = await bootReplicas(null);
  await using _one = replicas[0];
  await using _other = replicas[1];
  await publish(replicas[0]);
  const reads = await readAlternating(replicas, 20);
  expect(reads.filter(({ isRight }) => !isRight)).toHaveLength(10);
  expect(new Set(reads.filter(({ isRight }) => !isRight).map(({ status }) => status))).toEqual(
    new Set([503]),
  );
});

it('a file that the bucket lost, or a bucket that fails, is 503 in the shape of every refusal (P110)', async () => {
  await using bucket = await testBucket();
  const [one, other] = await bootReplicas(bucket);
  await using _one = one;
  await using _other = other;
  const { film: file } = await publish(one);
  const problem = async () => {
    const answer = await read(other, '/shortfilms/film/stream');
    return [answer.status, answer.headers.get('retry-after'), (await answer.json()) as unknown];
  };
  bucket.failWith(503);
  expect(await problem()).toMatchObject([503, '5', { code: 'unavailable' }]);
  bucket.failWith(null);
  await bucket.lose(`files/${file.key.slice(0, 2)}/${file.key}`);
  expect(await problem()).toMatchObject([503, '60', { code: 'unavailable' }]);
});

it('a lost local folder of a replica loses no file', async () => {
  await using bucket = await testBucket();
  const [one, other] = await bootReplicas(bucket);
  await using _one = one;
  await using _other = other;
  await publish(one);
  const before = sha256(await (await read(one, '/ebooks/book/pdf')).bytes());
  await rm(join(one.context.settings.dataDir, 'cache', 'seals'), { recursive: true, force: true });
  expect(sha256(await (await read(other, '/ebooks/book/pdf')).bytes())).toBe(before);
});
