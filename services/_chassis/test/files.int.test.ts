/** The file store on a disk and in a bucket: the same promises for both. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BaseConfig, readConfig } from '../src/base/config.ts';
import { createLog } from '../src/base/log.ts';
import { filesProblems } from '../src/base/s3-settings.ts';
import { driveNotSetUp } from '../src/files/drive.ts';
import { createFileStore } from '../src/files/file-store.ts';
import { openStorage } from '../src/files/open-storage.ts';
import { createOwnFiles } from '../src/files/own-files.ts';
import { createScratch } from '../src/files/scratch.ts';
import { type TestBucket, testBucket } from '../src/testing/bucket.ts';

const MEGABYTE = 1024 * 1024;
const needed = {
  NODE_ENV: 'test',
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  INTERNAL_SECRET: 'internal-secret-of-the-tests',
};

/** Files over a storage, with a folder of this machine and the log lines so far. */
const open = async (bucket: TestBucket | null, secretKey = bucket?.credentials.secretAccessKey) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-files-'));
  const lines: Record<string, unknown>[] = [];
  const log = createLog('library', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const settings = readConfig(BaseConfig, {
    ...needed,
    DATA_DIR: dataDir,
    ...(bucket ? { ...bucket.env, FILES_SECRET_KEY: secretKey } : {}),
  });
  const { storage, close } = await openStorage(settings, log);
  const scratch = createScratch(join(dataDir, 'scratch'));
  return {
    files: createFileStore({ storage, scratch, drive: driveNotSetUp, log }),
    own: createOwnFiles({ storage, scratch, log }, 'files/own/cms'),
    lines,
    dataDir,
    storage,
    [Symbol.asyncDispose]: async () => {
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

describe.each(['disk', 's3'] as const)('files on %s', (kind) => {
  const setUp = async () => {
    const bucket = kind === 's3' ? await testBucket() : null;
    const opened = await open(bucket);
    return {
      ...opened,
      bucket,
      [Symbol.asyncDispose]: async () => {
        await opened[Symbol.asyncDispose]();
        await bucket?.[Symbol.asyncDispose]();
      },
    };
  };

  it('of any size are read back whole and by range, and leave nothing on the machine (P110)', async () => {
    await using fixture = await setUp();
    for (const size of [1, 300_000, 5 * MEGABYTE, 12 * MEGABYTE + 7]) {
      const bytes = randomBytes(size);
      const { key } = await fixture.files.put(Readable.from([bytes]), { mimeType: 'video/mp4' });
      expect(await fixture.files.stat(key)).toEqual({ bytes: size });
      expect((await buffer(await fixture.files.open(key))).equals(bytes)).toBe(true);
      const range = { start: size >> 1, end: size - 1 };
      const part = await buffer(await fixture.files.open(key, range));
      expect(part.equals(bytes.subarray(range.start))).toBe(true);
      const copy = await fixture.files.withCopy(key, (path) => readFile(path));
      expect(copy.equals(bytes)).toBe(true);
    }
    expect(await readdir(join(fixture.dataDir, 'scratch'))).toEqual([]);
    expect((await fixture.bucket?.openUploads()) ?? 0).toBe(0);
  });

  it('have a copy that is removed when its reader fails, too', async () => {
    await using fixture = await setUp();
    const { key } = await fixture.files.put(Readable.from(['pages']), { mimeType: 'application/pdf' });
    const failing = fixture.files.withCopy(key, async () => {
      throw new Error('the reader failed');
    });
    await expect(failing).rejects.toThrow('the reader failed');
    expect(await readdir(join(fixture.dataDir, 'scratch'))).toEqual([]);
  });

  it('that are missing are an error in the log and 503, never 404 (P110)', async () => {
    await using fixture = await setUp();
    const key = 'a'.repeat(64);
    expect(await fixture.files.stat(key)).toBeNull();
    const reads = [
      fixture.files.opened(key),
      fixture.files.open(key),
      fixture.files.withCopy(key, async () => {}),
      fixture.files.opened('no key'),
    ];
    for (const read of await Promise.allSettled(reads))
      expect(read).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', status: 503 } });
    expect(fixture.lines).toHaveLength(reads.length);
    for (const line of fixture.lines)
      expect(line).toMatchObject({ level: 50, msg: 'stored file missing', store: kind });
    expect(fixture.lines.map((line) => line.key).sort()).toEqual([key, key, key, 'no key']);
  });

  it('of one service are listed, replaced and removed for good', async () => {
    await using fixture = await setUp();
    const { own } = fixture;
    await own.put('a1.png', Buffer.from('one'));
    await own.put('a1.png', Buffer.from('two'));
    const path = join(fixture.dataDir, 'arrived');
    await writeFile(path, 'three');
    await own.put('b2.png', path);
    expect(await own.list('a')).toMatchObject([{ name: 'a1.png', bytes: 3 }]);
    expect((await own.read('b2.png'))?.toString()).toBe('three');
    expect((await own.storedBefore(new Date(Date.now() + 60_000))).sort()).toEqual(['a1.png', 'b2.png']);
    expect(await own.storedBefore(new Date(Date.now() - 60_000))).toEqual([]);
    await own.remove('a1.png');
    await own.remove('a1.png');
    expect(await own.read('a1.png')).toBeNull();
    await expect(own.put('../../escape', Buffer.from('x'))).rejects.toThrow(TypeError);
  });

  it('that are written once keep the first bytes under 20 parallel writes', async () => {
    await using fixture = await setUp();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => fixture.own.putNew('once.seal', Buffer.from(`write ${n}`))),
    );
    const first = await fixture.own.read('once.seal');
    await fixture.own.putNew('once.seal', Buffer.from('a later write'));
    expect(await fixture.own.read('once.seal')).toEqual(first);
  });
});

describe('a bucket', () => {
  it('holds names that are those of the disk, so that either is a copy of the other', async () => {
    await using bucket = await testBucket();
    await using remote = await open(bucket);
    await using local = await open(null);
    for (const { files, own } of [remote, local]) {
      await files.put(Readable.from(['same']), { mimeType: 'text/plain' });
      await own.put('a1.png', Buffer.from('same'));
    }
    const names = await readdir(local.dataDir, { recursive: true, withFileTypes: true });
    const stored = names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(local.dataDir.length + 1));
    expect(stored.sort()).toEqual(await bucket.keys());
  });

  it('answers nobody without its credentials, and they are in no log line', async () => {
    await using bucket = await testBucket();
    await using right = await open(bucket);
    await right.own.put('a1.png', Buffer.from('private'));
    const anonymous = await fetch(`${bucket.url}/${bucket.name}/files/own/cms/a1.png`);
    expect([anonymous.status, await anonymous.text()]).toEqual([
      403,
      expect.stringContaining('AccessDenied'),
    ]);
    const presigned = await fetch(
      `${bucket.url}/${bucket.name}/files/own/cms/a1.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=aa`,
    );
    expect([400, 403]).toContain(presigned.status);

    await using wrong = await open(bucket, 'another-secret-access-key');
    await expect(wrong.own.opened('a1.png')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(wrong.own.open('a1.png')).rejects.toMatchObject({ code: 'unavailable' });
    expect(wrong.lines.at(-1)).toMatchObject({
      msg: 'object store call failed',
      step: 'get',
      reason: 'SignatureDoesNotMatch',
      status: 403,
    });
    const text = JSON.stringify([...wrong.lines, ...right.lines]);
    for (const secret of [...Object.values(bucket.credentials), 'another-secret-access-key'])
      expect(text).not.toContain(secret);
  });

  it('that fails is 503 and not a missing file, and a short failure is repeated', async () => {
    await using bucket = await testBucket();
    await using fixture = await open(bucket);
    const { key } = await fixture.files.put(Readable.from(['pages']), { mimeType: 'application/pdf' });
    bucket.failWith(500);
    await expect(fixture.files.opened(key)).rejects.toMatchObject({ code: 'unavailable' });
    expect(fixture.lines.map(({ msg }) => msg)).not.toContain('stored file missing');
    expect(bucket.counts().HEAD).toBe(3);
    bucket.failWith(null);
    expect(await fixture.files.opened(key)).toMatchObject({ bytes: 5 });
  });

  it('is not accepted in production without TLS, as a sandbox or with a weak key', () => {
    const read = (url: string) => readConfig(BaseConfig, { ...needed, FILES_URL: url }).FILES_URL;
    for (const wrong of ['bucket', 's3://', 'https://b', 's3://b/folder', 's3://bucket?acl=public'])
      expect(() => read(wrong)).toThrow('FILES_URL must be like');
    const plain = read('s3://bucket?endpoint=http://sandbox:9000');
    expect(filesProblems({ FILES_URL: plain, FILES_SECRET_KEY: 'secret' })).toHaveLength(3);
    const good = read('s3://bucket?region=eu-west-1&endpoint=https://storage.example');
    expect(filesProblems({ FILES_URL: good, FILES_SECRET_KEY: 'q7Zr2Lk9TxWm4Vb8NcYd' })).toEqual([]);
  });
});
