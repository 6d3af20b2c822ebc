import { type Problem, type ProblemCode, problemOf, problems } from '@satrangi/contracts';
import { isStoreUnavailable } from '../base/store-unavailable.ts';

export type RefusalMore = {
  readonly errors?: Problem['errors'];
  readonly data?: Problem['data'];
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
};

/** The only error that a service throws on purpose. Any other error is a defect and answers 500. */
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

/** Errors of body parsers and routers have a status; their messages are not for users. */
const parserRefusal = (error: Error & { status?: unknown; code?: unknown }): Refusal | undefined => {
  if (error.code === 'LIMIT_FILE_SIZE' || error.status === 413) return new Refusal('too-large', 'Too large');
  if (error.name === 'MulterError') return new Refusal('validation-failed', notValid);
  if (error.status === 415) return new Refusal('unsupported-media-type', 'That content type is not accepted');
  if (typeof error.status === 'number' && error.status >= 400 && error.status < 500)
    return new Refusal('validation-failed', notValid);
  return undefined;
};

/** The refusal for any thrown error. Undefined for a defect, which is logged and answered with `defect`. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (isStoreUnavailable(error))
    return new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });
  return error instanceof Error ? parserRefusal(error) : undefined;
};

export const defect = new Refusal('unexpected', 'Something went wrong. Please try again.');

export const problemBody = (refusal: Refusal, requestId: string): Problem =>
  problemOf(refusal.code, refusal.message, requestId, {
    ...(refusal.more.errors ? { errors: refusal.more.errors } : {}),
    ...(refusal.more.data ? { data: refusal.more.data } : {}),
  });
