import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { refuseProduction } from '../config.ts';
import { type Bucket, createBucket } from './buckets.ts';
import { type Credentials, signatureProblem } from './signature-v4.ts';

/** As of Amazon. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const PAGE = 1_000;

type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
};
type Call = {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const xml = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});
const refuse = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
const noUpload = refuse(404, 'NoSuchUpload');

const rangeOf = (header: string, size: number): { start: number; end: number } | null => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  if (from === undefined || Number(from) >= size) return null;
  return { start: Number(from), end: Math.min(to ? Number(to) : size - 1, size - 1) };
};

const get = (bucket: Bucket, { key, headers }: Call): Answer => {
  const object = bucket.get(key);
  if (!object) return refuse(404, 'NoSuchKey');
  const { bytes, etag, modified } = object;
  const common = { etag, 'last-modified': modified.toUTCString(), 'accept-ranges': 'bytes' };
  if (headers.range === undefined) return { status: 200, headers: common, body: bytes };
  const range = rangeOf(headers.range, bytes.length);
  if (!range) return refuse(416, 'InvalidRange');
  return {
    status: 206,
    headers: { ...common, 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` },
    body: bytes.subarray(range.start, range.end + 1),
  };
};

const put = (bucket: Bucket, { key, query, headers, body }: Call): Answer => {
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    return refuse(400, 'BadDigest');
  const uploadId = query.get('uploadId');
  if (uploadId !== null) {
    const etag = bucket.putPart(uploadId, key, Number(query.get('partNumber')), body);
    return etag === null ? noUpload : { status: 200, headers: { etag } };
  }
  // no ACL, copy or other operation of PUT
  if (query.size > 0 || headers['x-amz-acl'] || headers['x-amz-copy-source'])
    return refuse(501, 'NotImplemented');
  if (headers['if-none-match'] === '*' && bucket.get(key)) return refuse(412, 'PreconditionFailed');
  return { status: 200, headers: { etag: bucket.put(key, body).etag } };
};

const post = (bucket: Bucket, { key, query, body }: Call): Answer => {
  if (query.has('uploads'))
    return xml(
      200,
      `<InitiateMultipartUploadResult><Key>${escaped(key)}</Key><UploadId>${bucket.beginUpload(key)}</UploadId></InitiateMultipartUploadResult>`,
    );
  const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, part]) =>
    Number(part),
  );
  const done = bucket.completeUpload(query.get('uploadId') ?? '', key, parts, MIN_PART_BYTES);
  return done
    ? xml(
        200,
        `<CompleteMultipartUploadResult><ETag>${escaped(done.etag)}</ETag></CompleteMultipartUploadResult>`,
      )
    : noUpload;
};

const listUploads = (bucket: Bucket): Answer => {
  const uploads = bucket
    .openUploads()
    .map(({ id, key }) => `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></Upload>`);
  return xml(
    200,
    `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`,
  );
};

const list = (bucket: Bucket, { query }: Call): Answer => {
  if (query.has('uploads')) return listUploads(bucket);
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  if (query.get('list-type') !== '2' || (delimiter !== null && delimiter !== '/'))
    return refuse(501, 'NotImplemented');
  const after = query.get('continuation-token') ?? '';
  const { objects, next } = bucket.list(prefix, after, { limit: PAGE, isFlat: delimiter !== null });
  const contents = objects.map(
    ({ key, bytes, modified }) =>
      `<Contents><Key>${escaped(key)}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`,
  );
  const more = next === null ? '' : `<NextContinuationToken>${escaped(next)}</NextContinuationToken>`;
  return xml(
    200,
    `<ListBucketResult><IsTruncated>${next !== null}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`,
  );
};

/** Buckets are made and removed, as tests at a server for all of them need it. */
const answerAboutBucket = (
  buckets: Map<string, Bucket>,
  name: string,
  { method, query, now }: Pick<Call, 'method' | 'query'> & { readonly now: () => Date },
): Answer => {
  const bucket = buckets.get(name);
  if (method === 'PUT' && query.size === 0) {
    if (bucket) return refuse(409, 'BucketAlreadyOwnedByYou');
    buckets.set(name, createBucket(now));
    return { status: 200 };
  }
  if (method === 'DELETE' && bucket && query.size === 0) {
    if (bucket.keys().length > 0) return refuse(409, 'BucketNotEmpty');
    buckets.delete(name);
    return { status: 204 };
  }
  return refuse(bucket ? 501 : 404, bucket ? 'NotImplemented' : 'NoSuchBucket');
};

const answerTo = (bucket: Bucket, call: Call): Answer => {
  const { method, key, query } = call;
  if (key === '') return list(bucket, call);
  if (method === 'GET' || method === 'HEAD') return get(bucket, call);
  if (method === 'PUT') return put(bucket, call);
  if (method === 'POST') return post(bucket, call);
  if (method !== 'DELETE') return refuse(405, 'MethodNotAllowed');
  const uploadId = query.get('uploadId');
  if (uploadId === null) bucket.remove(key);
  else bucket.abortUpload(uploadId);
  return { status: 204 };
};

const send = (response: ServerResponse, method: string, { status, headers, body = '' }: Answer): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
};

export type ObjectStore = AsyncDisposable & {
  readonly name: string;
  /** The settings of a service that keeps its files there. */
  readonly env: Readonly<Record<'FILES_URL' | 'FILES_ACCESS_KEY' | 'FILES_SECRET_KEY', string>>;
  readonly url: string;
  readonly credentials: Credentials;
  /** Keys of all objects, in order. */
  readonly keys: () => string[];
  readonly objectOf: (key: string) => Buffer | undefined;
  /** Loses an object, as a bucket whose rules expire too much. */
  readonly lose: (key: string) => void;
  readonly openUploads: () => number;
  /** Requests of each kind so far: `GET`, `HEAD` … */
  readonly counts: () => Readonly<Record<string, number>>;
  /** From now on each request is answered with this status; null ends that. */
  readonly failWith: (status: number | null) => void;
};

type ObjectStoreOptions = {
  readonly host?: string;
  readonly port?: number;
  readonly credentials?: Credentials;
  readonly now?: () => Date;
};

/**
 * Starts a bucket in memory that speaks the part of the S3 protocol which the file store uses, with path-style addresses,
 * and refuses each request without a valid signature. Further buckets can be made. Throws when NODE_ENV is production.
 */
export const startObjectStore = async ({
  host = '127.0.0.1',
  port = 0,
  credentials = { accessKeyId: 'sandbox-access-key', secretAccessKey: 'sandbox-secret-access-key' },
  now = () => new Date(),
}: ObjectStoreOptions = {}): Promise<ObjectStore> => {
  refuseProduction();
  const name = 'satrangi-files';
  const first = createBucket(now);
  const buckets = new Map([[name, first]]);
  const counts: Record<string, number> = {};
  let failure: number | null = null;

  const handle = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    counts[method] = (counts[method] ?? 0) + 1;
    if (failure !== null) return refuse(failure, 'InternalError');
    const problem = signatureProblem({ method, url, headers, body }, credentials, now());
    if (problem) return refuse(403, problem);
    const { pathname, searchParams } = new URL(url, 'http://sandbox');
    const [, named = '', ...rest] = decodeURIComponent(pathname).split('/');
    // the names of operations of the SDK
    searchParams.delete('x-id');
    const call = { method, key: rest.join('/'), query: searchParams, headers, body };
    if (call.key === '' && method !== 'GET') return answerAboutBucket(buckets, named, { ...call, now });
    const bucket = buckets.get(named);
    return bucket ? answerTo(bucket, call) : refuse(404, 'NoSuchBucket');
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    handle(request).then(
      (answer) => send(response, request.method ?? '', answer),
      () => response.destroy(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  return {
    url,
    credentials,
    name,
    env: {
      FILES_URL: `s3://${name}?endpoint=${url}`,
      FILES_ACCESS_KEY: credentials.accessKeyId,
      FILES_SECRET_KEY: credentials.secretAccessKey,
    },
    keys: first.keys,
    objectOf: (key) => first.get(key)?.bytes,
    lose: first.remove,
    openUploads: () => first.openUploads().length,
    counts: () => ({ ...counts }),
    failWith: (status) => {
      failure = status;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
