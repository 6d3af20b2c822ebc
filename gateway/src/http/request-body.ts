import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@satrangi/contracts';

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Largest body of an endpoint that is not an upload, in bytes. */
export const bodyLimitOf = ({ bodyLimit = 1024 * 1024 }: Pick<Endpoint, 'bodyLimit'>): number => bodyLimit;

/** Uploads are streamed to their service, without a limit of the whole time; every other body is read first. */
export const isUpload = ({ kind }: Pick<Endpoint, 'kind'>): boolean =>
  kind === 'upload' || kind === 'resumable';
