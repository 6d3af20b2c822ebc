import { expect, it } from 'vitest';
import { createServiceServer } from './server.ts';

it('a service has no limit for the time of a whole request: slow uploads are limited by their rate, at the gateway', () => {
  const { requestTimeout, timeout, headersTimeout } = createServiceServer(() => {});

  expect({ requestTimeout, timeout, headersTimeout }).toEqual({
    requestTimeout: 0,
    timeout: 0,
    headersTimeout: 10_000,
  });
});
