const reasons: Record<number, string | undefined> = {
  401: 'authError',
  403: 'insufficientFilePermissions',
  404: 'notFound',
  409: 'fileIdInUse',
  416: 'requestedRangeNotSatisfiable',
  429: 'rateLimitExceeded',
};

/** An error in Google's shape. */
export const refusalBody = (status: number, message = `Trouble ordered: ${status}`) => ({
  error: {
    code: status,
    message,
    errors: [{ message, domain: 'global', reason: reasons[status] ?? 'backendError' }],
  },
});
