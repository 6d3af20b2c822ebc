import { type Api, type Client, createClient, type Routes } from '@satrangi/contracts';

/**
 * A client for endpoints with access `service` of another service: sends the internal secret and gives up in time.
 * @param api a part of the other service's contract, or its routes alone when answers need no check
 * @param timeoutMs longest wait for one answer, in milliseconds
 * @throws by call: ApiError for a refusal, DOMException when time is over, TypeError when nothing came back
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
      // the secret goes to the configured address and nowhere it may point to
      return fetch(input, {
        ...init,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
    },
  });
