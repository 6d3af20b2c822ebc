import type { IncomingMessage, ServerResponse } from 'node:http';
import { nextTraceparent, type Spans, traceIdOf } from '@satrangi/chassis/without-store';
import type { Endpoint, ServiceName } from '@satrangi/contracts';

/**
 * Records the spans of a request when its response is closed: one of the gateway, and within it one of the call of the service.
 * @returns a function that begins that call, and returns its W3C trace context
 */
export type RecordRequest = (
  target: { readonly service: ServiceName; readonly endpoint: Pick<Endpoint, 'method' | 'path'> },
  request: IncomingMessage,
  response: ServerResponse,
) => () => string;

/** @param spans null: requests are passed on in their trace, and nothing is recorded */
export const createRecordRequest =
  (spans: Spans | null): RecordRequest =>
  ({ service, endpoint: { method, path } }, request, response) => {
    const parent = request.headers.traceparent;
    const own = nextTraceparent(parent);
    if (!spans) return () => own;
    const call = nextTraceparent(own);
    const began = performance.now();
    let calledAt: number | null = null;
    response.once('close', () => {
      const ended = performance.now();
      const status = response.statusCode;
      const error = status >= 500 ? String(status) : undefined;
      const attributes = {
        'http.request.method': method,
        'http.route': path,
        'http.response.status_code': status,
      };
      spans.record({
        name: `${method} /api${path}`,
        kind: 'server',
        traceparent: own,
        parent: traceIdOf(parent) ? String(parent) : undefined,
        ms: ended - began,
        attributes: { ...attributes, 'http.route': `/api${path}` },
        error,
      });
      if (calledAt === null) return;
      spans.record({
        name: `${method} ${service}`,
        kind: 'client',
        traceparent: call,
        parent: own,
        ms: ended - calledAt,
        attributes: { ...attributes, 'peer.service': service },
        error,
      });
    });
    return () => {
      calledAt = performance.now();
      return call;
    };
  };
