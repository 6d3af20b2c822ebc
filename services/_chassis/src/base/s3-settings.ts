import { z } from 'zod';
import { sandboxHosts, weaknessOf } from './production.ts';

const parse = (text: string): S3Address | null => {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, pathname, username, searchParams } = new URL(text);
  const endpoint = searchParams.get('endpoint');
  const isValid =
    protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) &&
    pathname.replace('/', '') === '' &&
    username === '' &&
    [...searchParams.keys()].every((key) => key === 'endpoint' || key === 'region') &&
    (endpoint === null || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''));
  return isValid ? { bucket: hostname, region: searchParams.get('region') ?? 'us-east-1', endpoint } : null;
};

/** A bucket. The endpoint is null for Amazon's own. */
export type S3Address = {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | null;
};

export const s3AddressSetting = () =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return null;
      const address = parse(text);
      if (address) return address;
      context.addIssue(
        'FILES_URL must be like s3://bucket?region=eu-west-1&endpoint=https://storage.example',
      );
      return z.NEVER;
    });

type FilesSettings = {
  readonly FILES_URL: S3Address | null;
  readonly FILES_SECRET_KEY?: string | undefined;
};

const isUnencrypted = (endpoint: string | null): boolean => endpoint?.startsWith('http:') ?? false;

/** Checks of the object store in production. @returns one line for each problem */
export const filesProblems = ({ FILES_URL, FILES_SECRET_KEY }: FilesSettings): string[] => {
  if (!FILES_URL) return [];
  const { endpoint } = FILES_URL;
  const weakness = FILES_SECRET_KEY === undefined ? null : weaknessOf(FILES_SECRET_KEY, 16);
  return [
    ...sandboxHosts({ FILES_URL: endpoint }),
    ...(isUnencrypted(endpoint)
      ? ['FILES_URL has an endpoint without TLS: files would be readable on the way']
      : []),
    ...(weakness ? [`FILES_SECRET_KEY ${weakness}`] : []),
  ];
};
