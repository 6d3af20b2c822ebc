/** Errors of the driver while the store is unavailable or elects another primary. Both are temporary. */
const unavailableErrors: ReadonlySet<string> = new Set([
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

/** mongoose gives its error before the first connection no name of its own. */
const notConnectedYet = /before initial connection is complete/;

/** A write to a socket that the store just closed: the driver passes on the socket's error unchanged. */
const closedSocketCodes: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

const hasLabel = (error: Error, label: string): boolean =>
  'hasErrorLabel' in error &&
  typeof error.hasErrorLabel === 'function' &&
  error.hasErrorLabel(label) === true;

/** True for the driver's own errors about an unavailable store; errors of sockets may concern another server. */
export const isUnavailableByDriver = (error: unknown): boolean =>
  error instanceof Error &&
  (unavailableErrors.has(error.name) ||
    (error.name === 'MongooseError' && notConnectedYet.test(error.message)));

/** The driver's error when a command of several writes failed as a whole: it wraps the error of its connection. */
const wrappedBy = (error: Error): unknown =>
  error.name === 'MongoBulkWriteError' && 'errorResponse' in error ? error.errorResponse : undefined;

/** True when the store is unavailable. It is unknown then whether the write happened; repeating it finds out. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (isUnavailableByDriver(error) ||
    isStoreUnavailable(wrappedBy(error)) ||
    hasLabel(error, 'RetryableWriteError') ||
    ('code' in error && closedSocketCodes.has(error.code)));
