import { type Api, type Client, createClient, type Routes } from '@satrangi/contracts';
import { correlationId, currentTraceparent } from '../base/correlation.ts';
import { nextTraceparent } from '../base/trace.ts';
import { currentSpans, errorTypeOf } from '../tracing/spans.ts';

/** Records a call of another service: its address, without the path, which contains ids of people. */
const recordCall = async (
  call: { readonly method: string; readonly baseUrl: string; readonly traceparent: string },
  send: () => Promise<Response>,
): Promise<Response> => {
  const spans = currentSpans();
  if (!spans) return send();
  const { method, baseUrl, traceparent } = call;
  const parent = currentTraceparent();
  const { hostname, port } = new URL(baseUrl);
  const began = performance.now();
  const record = (status: number | undefined, error: string | undefined): void =>
    spans.record({
      name: method,
      kind: 'client',
      traceparent,
      parent,
      ms: performance.now() - began,
      attributes: {
        'http.request.method': method,
        'http.response.status_code': status,
        'server.address': hostname,
        'server.port': Number(port) || undefined,
      },
      error,
    });
  try {
    const response = await send();
    record(response.status, response.status >= 400 ? String(response.status) : undefined);
    return response;
  } catch (error) {
    record(undefined, errorTypeOf(error));
    throw error;
  }
};

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
      const traceparent = nextTraceparent(currentTraceparent());
      headers.set('traceparent', traceparent);
      // the secret must not follow a redirect
      const send = (): Promise<Response> =>
        fetch(input, {
          ...init,
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(options.timeoutMs),
        });
      return recordCall({ method: init?.method ?? 'GET', baseUrl: options.baseUrl, traceparent }, send);
    },
  });
