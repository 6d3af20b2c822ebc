/** Seconds in `retry-after`, by the reason of the refusal (RFC 9110, 10.2.3). */
export const retryAfter = {
  /** 503 and 504: the service or the gateway is unavailable. */
  unavailable: '5',
  /** 429: the rate limit, which counts by the minute. */
  rateLimit: '60',
  /** 429: too many concurrent requests of one address. */
  concurrency: '1',
  /** 429: too many open event streams. */
  streams: '30',
} as const;
