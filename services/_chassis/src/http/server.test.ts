import { expect, it } from 'vitest';
import { createServiceServer } from './server.ts';

it('a service has no time limit for a whole request: the gateway limits slow uploads by their rate', () => {
  const { requestTimeout, timeout, headersTimeout } = createServiceServer(() => {});

  expect({ requestTimeout, timeout, headersTimeout }).toEqual({
    requestTimeout: 0,
    timeout: 0,
    headersTimeout: 10_000,
  });
});
