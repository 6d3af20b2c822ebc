import { ProviderRefusal } from '../endpoint.ts';

type StripeError = { type: string; message: string; code?: string; param?: string; payment_intent?: unknown };

/** An answer in Stripe's error shape: `{ error: { type, message, code?, param? } }`. */
export const stripeRefusal = (status: number, error: StripeError): ProviderRefusal =>
  new ProviderRefusal(status, { error });

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}) =>
  stripeRefusal(400, { type: 'invalid_request_error', message, ...more });

export const noSuch = (kind: string, id: string) =>
  stripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  });

/** An object that a parameter names is missing, or deleted. */
export const noSuchParam = (param: string, id: string) =>
  invalidRequest(`No such ${param}: '${id}'`, { code: 'resource_missing', param });

export const keyReused = (key: string) =>
  stripeRefusal(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const stripeFault = (status: number): unknown => ({
  error: {
    type: status === 429 ? 'invalid_request_error' : 'api_error',
    ...(status === 429 && { code: 'rate_limit' }),
    message: 'Trouble ordered by a sandbox knob.',
  },
});
