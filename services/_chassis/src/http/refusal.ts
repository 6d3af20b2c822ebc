import { type Problem, type ProblemCode, problemOf, problems } from '@satrangi/contracts';

export type RefusalMore = {
  readonly errors?: Problem['errors'];
  readonly data?: Problem['data'];
  /** Seconds until it makes sense to ask again. */
  readonly retryAfter?: number;
};

/** The only error a service throws on purpose. Anything else is a defect and answers 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly more: RefusalMore;
  constructor(code: ProblemCode, detail: string, more: RefusalMore = {}) {
    super(detail);
    this.code = code;
    this.more = more;
  }
  get status(): number {
    return problems[this.code].status;
  }
}

const notValid = 'The request is not valid';

/** Errors of body parsers and routers carry a status; their own words are not for people. */
const ofParsers = (error: Error & { status?: unknown; code?: unknown }): Refusal | undefined => {
  if (error.code === 'LIMIT_FILE_SIZE' || error.status === 413) return new Refusal('too-large', 'Too large');
  if (error.name === 'MulterError') return new Refusal('validation-failed', notValid);
  if (error.status === 415) return new Refusal('unsupported-media-type', 'That content type is not accepted');
  if (typeof error.status === 'number' && error.status >= 400 && error.status < 500)
    return new Refusal('validation-failed', notValid);
  return undefined;
};

/** What the driver throws while the store is away or changes hands: nobody's mistake, and over soon. */
const storeAway: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
]);

/** mongoose's answer before the first connection, which has no name of its own. */
const notConnectedYet = /before initial connection is complete/;

/** Written to when the other side had just hung up: the driver hands on what the socket said, as it is. */
const hungUp: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

const hasLabel = (error: Error, label: string): boolean =>
  'hasErrorLabel' in error &&
  typeof error.hasErrorLabel === 'function' &&
  error.hasErrorLabel(label) === true;

/** Is the store away? Whether a write of this request stands is unknown then; asking again finds out. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof Error &&
  (storeAway.has(error.name) ||
    (error.name === 'MongooseError' && notConnectedYet.test(error.message)) ||
    hasLabel(error, 'RetryableWriteError') ||
    ('code' in error && hungUp.has(error.code)));

/** What to answer for any thrown thing; undefined for a defect, which is logged whole and told in one calm sentence. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (isStoreAway(error)) return new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });
  return error instanceof Error ? ofParsers(error) : undefined;
};

export const defect = new Refusal('unexpected', 'Something went wrong. Please try again.');

export const problemBody = (refusal: Refusal, requestId: string): Problem =>
  problemOf(refusal.code, refusal.message, requestId, {
    ...(refusal.more.errors ? { errors: refusal.more.errors } : {}),
    ...(refusal.more.data ? { data: refusal.more.data } : {}),
  });
