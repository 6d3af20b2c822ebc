import { type Api, type Client, createClient, type Routes } from '@satrangi/contracts';
import { correlationId, currentTraceparent } from '../base/correlation.ts';
import { nextTraceparent } from '../base/trace.ts';

/**
 * Creates a client for endpoints with access `service` of another service. Sends the internal secret, and the id and trace of the
 * request or message that is handled now.
 * @param api a part of the other service's contract, or its routes alone when answers need no check
 * @param timeoutMs longest wait for one answer, in milliseconds
 * @throws by call: ApiError for a refusal, DOMException after the timeout, TypeError without a response
 */
export const createInternalClient = <A extends Api>(
  api: A | Routes<A>,
  options: { readonly baseUrl: string; readonly internalSecret: string; readonly timeoutMs: number },
): Client<A> =>
  createClient<A>(api, {
    baseUrl: options.baseUrl,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-internal-secret', options.internalSecret);
      const requestId = correlationId();
      if (requestId) headers.set('x-request-id', requestId);
      headers.set('traceparent', nextTraceparent(currentTraceparent()));
      // the secret must not follow a redirect
      return fetch(input, {
        ...init,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
    },
  });
