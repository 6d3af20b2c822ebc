import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { S3Client } from '@aws-sdk/client-s3';
import { startTestServer } from './test-server.ts';

/** An empty bucket of a test. */
export type TestBucket = AsyncDisposable & {
  readonly name: string;
  /** The settings of a service that keeps its files there. */
  readonly env: Readonly<Record<'FILES_URL' | 'FILES_ACCESS_KEY' | 'FILES_SECRET_KEY', string>>;
  readonly url: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Keys of all objects, in order. */
  readonly keys: () => Promise<string[]>;
  readonly objectOf: (key: string) => Promise<Buffer | undefined>;
  /** Loses an object, as a bucket whose rules expire too much. */
  readonly lose: (key: string) => Promise<void>;
  readonly openUploads: () => Promise<number>;
  /** Requests of each kind so far: `GET`, `HEAD` … */
  readonly counts: () => Readonly<Record<string, number>>;
  /** From now on each request is answered with this status; null ends that. */
  readonly failWith: (status: number | null) => void;
};

/**
 * Passes requests on unchanged, because their signatures cover the headers, until it is told to fail: a real server does
 * not fail on demand.
 */
const openGate = async (target: URL) => {
  const counts: Record<string, number> = {};
  let failure: number | null = null;
  const server = await startTestServer((incoming, outgoing) => {
    const { method = '', url, headers } = incoming;
    counts[method] = (counts[method] ?? 0) + 1;
    if (failure !== null) {
      incoming.resume();
      outgoing.writeHead(failure, { 'content-type': 'application/xml' });
      outgoing.end('<Error><Code>InternalError</Code><Message>InternalError</Message></Error>');
      return;
    }
    const onward = request({ hostname: target.hostname, port: target.port, method, path: url, headers });
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  return {
    ...server,
    counts: () => ({ ...counts }),
    failWith: (status: number | null): void => {
      failure = status;
    },
  };
};

type Sdk = typeof import('@aws-sdk/client-s3');

/** What a test looks for in its bucket, asked of the server itself. */
const lookInto = (sdk: Sdk, client: S3Client, Bucket: string) => {
  const keys = async (): Promise<string[]> => {
    const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket }));
    return Contents.flatMap(({ Key }) => Key ?? []).sort();
  };
  const openUploads = async () =>
    (await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
  const lose = async (Key: string): Promise<void> => {
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
  };
  return {
    keys,
    lose,
    objectOf: async (Key: string): Promise<Buffer | undefined> => {
      if (!(await keys()).includes(Key)) return undefined;
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
      return Body && Buffer.from(await Body.transformToByteArray());
    },
    openUploads: async () => (await openUploads()).length,
    removeAll: async (): Promise<void> => {
      for (const key of await keys()) await lose(key);
      for (const { Key, UploadId } of await openUploads())
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      await client.send(new sdk.DeleteBucketCommand({ Bucket }));
    },
  };
};

/** A new bucket of the server at that address, which holds the credentials. */
const bucketAt = async (address: URL): Promise<TestBucket> => {
  const sdk = await import('@aws-sdk/client-s3');
  const name = `satrangi-test-${randomBytes(6).toString('hex')}`;
  const credentials = {
    accessKeyId: decodeURIComponent(address.username),
    secretAccessKey: decodeURIComponent(address.password),
  };
  const endpoint = address.origin;
  const client = new sdk.S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
  await client.send(new sdk.CreateBucketCommand({ Bucket: name }));
  const { removeAll, ...inside } = lookInto(sdk, client, name);
  const gate = await openGate(address);
  return {
    ...{ name, url: gate.url, credentials },
    env: {
      FILES_URL: `s3://${name}?endpoint=${gate.url}`,
      FILES_ACCESS_KEY: credentials.accessKeyId,
      FILES_SECRET_KEY: credentials.secretAccessKey,
    },
    ...inside,
    counts: gate.counts,
    failWith: gate.failWith,
    [Symbol.asyncDispose]: async () => {
      await gate[Symbol.asyncDispose]();
      await removeAll();
      client.destroy();
    },
  };
};

/**
 * An empty bucket: of the server at `TEST_S3_URL` (`http://access-key:secret-key@host:port`), else of the sandbox, in
 * this process. @throws Error when the server that the environment names does not answer
 */
export const testBucket = async (): Promise<TestBucket> => {
  const given = process.env.TEST_S3_URL;
  if (given) return bucketAt(new URL(given));
  const { startObjectStore } = await import('@satrangi/sandbox');
  const store = await startObjectStore();
  return {
    ...store,
    keys: async () => store.keys(),
    objectOf: async (key) => store.objectOf(key),
    lose: async (key) => store.lose(key),
    openUploads: async () => store.openUploads(),
  };
};
