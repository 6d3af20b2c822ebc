import { ProviderRefusal } from '../endpoint.ts';

/** An answer in Cashfree's error shape: `{ message, code, type }`. */
export const cashfreeRefusal = (
  status: number,
  code: string,
  message: string,
  type = 'invalid_request_error',
): ProviderRefusal => new ProviderRefusal(status, { message, code, type });

export const keyReused = () =>
  cashfreeRefusal(
    422,
    'request_invalid',
    'the idempotency key was already used with a different request',
    'idempotency_error',
  );

export const cashfreeFault = (status: number): unknown =>
  status === 429
    ? { message: 'Too many requests', code: 'request_failed', type: 'rate_limit_error' }
    : { message: 'Trouble ordered by a sandbox knob.', code: 'internal_error', type: 'api_error' };
