import type { Doc } from './documents.ts';

/** Names of the error codes that drivers and mongoose check. Source: MongoDB's error_codes.yml. */
const CODE_NAMES: { [code: number]: string } = {
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  20: 'IllegalOperation',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  115: 'CommandNotSupported',
  121: 'DocumentValidationFailure',
  123: 'NotAReplicaSet',
  166: 'CommandNotSupportedOnView',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  197: 'InvalidIndexSpecificationOption',
  241: 'ConversionFailure',
  352: 'UnsupportedOpQueryCommand',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  13113: 'MergeStageNoMatchingDocument',
};

/** An error in the driver's format: `{ok: 0, code, codeName, errmsg}`, or one entry of `writeErrors`. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  /** More fields of the response, such as `keyPattern` and `keyValue` of a duplicate key. */
  readonly details: Doc;

  constructor(code: number, message: string, details: Doc = {}) {
    super(message);
    this.code = code;
    this.codeName = CODE_NAMES[code] ?? `Location${code}`;
    this.details = details;
  }
}

export const badValue = (message: string): MongoError => new MongoError(2, message);

export const failedToParse = (message: string): MongoError => new MongoError(9, message);

export const typeMismatch = (message: string): MongoError => new MongoError(14, message);

/** Unsupported features are refused with an error, never answered wrongly. */
export const notSupported = (what: string): MongoError =>
  new MongoError(115, `${what} is not supported by the embedded server`);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The response to a command that failed as a whole. */
export const commandFailure = (error: unknown): Doc =>
  error instanceof MongoError
    ? { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.details }
    : { ok: 0, errmsg: messageOf(error), code: 2, codeName: 'BadValue' };

/** The error of one failed statement of a write command. */
export const statementFailure = (index: number, error: unknown): Doc =>
  error instanceof MongoError
    ? { index, code: error.code, errmsg: error.message, ...error.details }
    : { index, code: 2, errmsg: messageOf(error) };
