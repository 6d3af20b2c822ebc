import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type SignedRequest = {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};
export type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };
/** Error codes of S3. */
export type SignatureProblem =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch';

const MAX_SKEW_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
/** Headers that a signature must cover, besides all of `x-amz-`. */
const REQUIRED = ['host', 'x-amz-date', 'x-amz-content-sha256'];

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** RFC 3986, as the standard wants it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

const headerText = (value: string | string[] | undefined): string =>
  [value ?? ''].flat().join(',').trim().replace(/ +/g, ' ');

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Checks the signature of a request (AWS Signature Version 4, in its header). Presigned addresses and bodies with
 * signatures in their chunks are refused: nothing here needs them.
 * @returns null for a valid signature
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export const signatureProblem = (
  { method, url, headers, body }: SignedRequest,
  { accessKeyId, secretAccessKey }: Credentials,
  now: Date,
): SignatureProblem | null => {
  const [, id, day, region, names = '', signature = ''] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (id === undefined || day === undefined || region === undefined) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const date = headerText(headers['x-amz-date']);
  const skew = Math.abs(timeOf(date) - now.getTime());
  if (!(skew <= MAX_SKEW_MS)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const mustSign = [...REQUIRED, ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!date.startsWith(day) || mustSign.some((name) => !signed.includes(name)))
    return 'SignatureDoesNotMatch';
  const payload = headerText(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '/', query = ''] = url.split('?');
  const request = [
    method,
    path,
    canonicalQuery(query),
    ...signed.map((name) => `${name}:${headerText(headers[name])}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
};
