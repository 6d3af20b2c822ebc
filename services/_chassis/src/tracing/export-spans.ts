import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { machineNow } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { Span, Spans } from './spans.ts';

const SEND_EVERY_MS = 2_000;
/** Spans that wait for the collector; further ones are dropped. */
const QUEUE_MAX = 2_048;
const BATCH_MAX = 512;
const SEND_TIMEOUT_MS = 5_000;
const CLOSE_MS = 2_000;
/** `ExportResultCode.SUCCESS` of @opentelemetry/core. */
const SUCCESS = 0;
const SAMPLED = 1;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** @param traceparent a valid W3C trace context */
const spanContextOf = (traceparent: string): SpanContext => {
  const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
};

/** Says once that the collector takes nothing, and once that it takes spans again. */
const reportingExporter = (exporter: SpanExporter, log: Logger): SpanExporter => {
  let hasFailed = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailure = result.code !== SUCCESS;
        if (isFailure && !hasFailed) log.warn({ err: result.error }, 'span export failed');
        if (!isFailure && hasFailed) log.info('span export resumed');
        hasFailed = isFailure;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
};

/**
 * Sends spans to a collector in batches, beside requests: they wait in a queue of bounded length, and are dropped when the
 * collector is absent or slow. Trace and span ids are those that the requests and messages carry.
 */
export const exportSpans = (endpoint: string, service: string, log: Logger): Spans => {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = reportingExporter(new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS }), log);
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_TIMEOUT_MS,
  });
  let ids = { traceId: '', spanId: '' };
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'satrangi', 'service.name': service }),
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('satrangi');
  const parentOf = (parent: string | undefined): Context =>
    parent ? trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent)) : ROOT_CONTEXT;

  return {
    record: ({ name, kind, traceparent, parent, ms, attributes, error }: Span) => {
      const own = spanContextOf(traceparent);
      if ((own.traceFlags & SAMPLED) === 0) return;
      ids = own;
      const endTime = machineNow();
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          startTime: endTime - ms,
          attributes: { ...attributes, ...(error ? { 'error.type': error } : {}) },
        },
        parentOf(parent),
      );
      if (error) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    close: async () => {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
};
