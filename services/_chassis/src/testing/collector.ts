import { z } from 'zod';
import { startTestServer } from './test-server.ts';

const Attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const Batch = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes: z.array(Attribute),
              status: z.object({ code: z.int().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span as a collector receives it. `kind` as in OTLP: 2 server, 3 client, 4 producer, 5 consumer. */
export type CollectedSpan = {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly ms: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
};

export type Collector = AsyncDisposable & {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Every byte that was received. */
  readonly text: () => string;
};

const ERROR = 2;

const attributesOf = (list: readonly z.infer<typeof Attribute>[]): Record<string, string | number> =>
  Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));

const spansOf = (text: string): CollectedSpan[] =>
  Batch.parse(JSON.parse(text)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        name: span.name,
        kind: span.kind,
        ms: Number(span.endTimeUnixNano - span.startTimeUnixNano) / 1e6,
        isError: span.status.code === ERROR,
        attributes: attributesOf(span.attributes),
      })),
    );
  });

/** A collector of OpenTelemetry that keeps what it gets: OTLP over HTTP, in JSON. */
export const startCollector = async (): Promise<Collector> => {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = await startTestServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
      if (request.url === '/v1/traces') spans.push(...spansOf(body));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  return {
    ...server,
    spans,
    text: () => bodies.join('\n'),
  };
};
