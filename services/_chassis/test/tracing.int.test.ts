import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { withCorrelation } from '../src/base/correlation.ts';
import { createLog, openSpans, traceProviderCall } from '../src/index.ts';
import {
  anEvent,
  bootService,
  type CollectedSpan,
  type Collector,
  startCollector,
  startTestServer,
} from '../src/testing/index.ts';
import { withSpans } from '../src/tracing/spans.ts';
import { added, addedQueue, counting, countQueue, countRequested } from './fixtures/counting.ts';
import { brokerAdmin, hasAmqp, openCountingBus, uniquePrefix } from './support.ts';

const waitOptions = { timeout: 30_000, interval: 50 };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const CALLER = `00-${TRACE}-${CALLER_SPAN}-01`;
const delaysMs = [50];
const WORD = 'Lavender';

const spanNamed = ({ spans }: Collector, name: string): Promise<CollectedSpan> =>
  vi.waitFor(() => {
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  }, waitOptions);

const post = (url: string, traceparent: string): Promise<Response> =>
  fetch(`${url}?q=${WORD}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent, authorization: `Bearer ${WORD}` },
    body: '{"n":1}',
  });

it('a request and the event it publishes are spans of the trace of the caller', async () => {
  await using collector = await startCollector();
  await using booted = await bootService(counting, {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });

  await post(`${booted.url}/counters/${WORD}`, CALLER);
  const request = await spanNamed(collector, 'POST /counters/:id');
  const sent = await spanNamed(collector, `send ${added.type}`);

  expect(request).toMatchObject({
    service: 'library',
    traceId: TRACE,
    parentSpanId: CALLER_SPAN,
    kind: 2,
    isError: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/counters/:id',
      'http.response.status_code': 200,
    },
  });
  expect(sent).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId, kind: 4 });
  expect(collector.text()).not.toContain(WORD);
});

it('a caller that does not want a trace recorded gets none', async () => {
  await using collector = await startCollector();
  await using booted = await bootService(counting, {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });

  await post(`${booted.url}/counters/quiet`, CALLER.replace(/01$/, '00'));
  await post(`${booted.url}/counters/loud`, `00-${'a'.repeat(32)}-${CALLER_SPAN}-01`);
  await spanNamed(collector, 'POST /counters/:id');

  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]));
});

it.skipIf(!hasAmqp)('over RabbitMQ a message is handled in the trace of its event', async () => {
  await using collector = await startCollector();
  const prefix = uniquePrefix();
  await using _admin = await brokerAdmin(prefix, [addedQueue.queue, countQueue.queue], delaysMs);
  const bus = openCountingBus({ prefix, retryDelaysMs: delaysMs });
  await bus.ready();
  await using _booted = await bootService(counting, {
    bus,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });

  await withCorrelation({ id: 'request-1', traceparent: CALLER }, () =>
    bus.publish(anEvent(countRequested, { data: { id: WORD, n: 2 } })),
  );
  const handled = await spanNamed(collector, `process ${countQueue.queue}`);
  const sent = await spanNamed(collector, `send ${added.type}`);

  expect(handled).toMatchObject({ traceId: TRACE, parentSpanId: CALLER_SPAN, kind: 5, isError: false });
  expect(sent).toMatchObject({ traceId: TRACE, parentSpanId: handled.spanId });
  expect(collector.text()).not.toContain(WORD);
});

it('a call of a provider is a span with name, status and duration, without its message', async () => {
  await using collector = await startCollector();
  const spans = await openSpans(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    'payments',
    createLog('payments', 'silent'),
  );
  const refused = Object.assign(new Error(`${WORD} <asha@example.org>`), {
    statusCode: 402,
    code: 'card_declined',
  });

  await withSpans(spans, () =>
    withCorrelation({ id: 'request-1', traceparent: CALLER }, async () => {
      await traceProviderCall('smtp', 'send', async () => 'accepted');
      await expect(traceProviderCall('stripe', 'refund', () => Promise.reject(refused))).rejects.toBe(
        refused,
      );
    }),
  );
  await spans?.close();

  expect(await spanNamed(collector, 'smtp send')).toMatchObject({
    parentSpanId: CALLER_SPAN,
    kind: 3,
    isError: false,
  });
  expect(await spanNamed(collector, 'stripe refund')).toMatchObject({
    isError: true,
    attributes: { 'peer.service': 'stripe', 'http.response.status_code': 402, 'error.type': 'card_declined' },
  });
  expect(collector.text()).not.toMatch(new RegExp(`${WORD}|asha`));
});

it('an absent collector delays nothing and is logged once', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog('library', 'info', destination);
  // no free port: a server of another test may take one
  const endpoint = 'http://127.0.0.1:1';
  const spans = await openSpans({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, 'library', log);
  const call = () => traceProviderCall('stripe', 'refund', async () => 'done');

  await withSpans(spans, () => Promise.all(Array.from({ length: 5_000 }, call)));
  await vi.waitFor(() => expect(lines.join('')).toContain('span export failed'), waitOptions);
  await withSpans(spans, call);
  await spans?.close();

  expect(lines.filter((line) => line.includes('span export failed'))).toHaveLength(1);
});

it('a collector that answers nothing does not keep a process from its end', async () => {
  await using server = await startTestServer(() => {});
  const spans = await openSpans(
    { OTEL_EXPORTER_OTLP_ENDPOINT: server.url },
    'library',
    createLog('library', 'silent'),
  );

  await withSpans(spans, () => traceProviderCall('stripe', 'refund', async () => 'done'));
  const ended = await Promise.race([
    spans?.close().then(() => 'closed'),
    new Promise((resolve) => setTimeout(resolve, 20_000, 'waits').unref()),
  ]);

  expect(ended).toBe('closed');
});

it('without a collector nothing is recorded', async () => {
  expect(await openSpans({}, 'library', createLog('library', 'silent'))).toBeNull();
});
