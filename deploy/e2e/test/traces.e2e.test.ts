/** The spans of one order over gateway, services, broker and provider, as a collector receives them. */
import { randomUUID } from 'node:crypto';
import { StartedPayment } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import { expect, it } from 'vitest';
import { type CollectedSpan, startCollector } from '../../../services/_chassis/src/testing/collector.ts';
import { createPlatform, type PlatformFixture } from './support/platform-fixture.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const SPANS_MS = 120_000;
/** Name, mail address and search words of the buyer, the title of the book, and what stands in tokens and queries. */
const PRIVATE = /Lavender|Asha|@|periwinkle|cheap|eyJ|q=|authorization|cookie/i;

/** Ids of events are random letters, which may form one of the words. */
const withoutIds = (text: string): string => text.replaceAll(/"[\w-]{22}"/g, '"id"');

const send = async (url: string, token: string, body?: object): Promise<unknown> => {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      traceparent: `00-${TRACE}-${CALLER_SPAN}-01`,
      'idempotency-key': randomUUID(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
};

/** Searches, then buys a book that only the page confirms. */
const buyBook = async ({ api, url, books, newReader }: PlatformFixture): Promise<void> => {
  const { token } = await newReader();
  await send(`${api}/ebooks?q=periwinkle`, token);
  const order = {
    items: [{ media: books.cheap, format: 'text' }],
    country: 'US',
    name: 'Asha Lavender',
    email: 'asha@lavender.example',
  };
  const started = StartedPayment.parse(await send(`${api}/payments/create`, token, order));
  if (started.provider !== 'stripe') throw new Error('not an order for Stripe');
  const { clientSecret, paymentIntentId } = started;
  await send(`${url}/sandbox/stripe/pay`, token, { clientSecret, outcome: 'succeeded', webhook: 'skip' });
  await send(`${api}/payments/confirm`, token, { paymentIntentId });
};

/** The names of a span and all that caused it, from the caller on. */
const pathOf = (span: CollectedSpan, spans: readonly CollectedSpan[]): string => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  const name = `${span.service}: ${span.name}`;
  if (parent) return `${pathOf(parent, spans)} > ${name}`;
  return span.parentSpanId === CALLER_SPAN ? name : `(unknown) > ${name}`;
};

const confirmed =
  'gateway: POST /api/payments/confirm > gateway: POST payments > payments: POST /payments/confirm';
const paid = `${confirmed} > library: process library.grant-access`;
const expected = [
  'gateway: POST /api/payments/create > gateway: POST payments > payments: POST /payments/create > payments: stripe startPayment',
  `${confirmed} > payments: stripe readPayment`,
  `${confirmed} > payments: send payments.payment-succeeded.v1`,
  `${paid} > library: send library.access-granted.v1`,
  `${paid} > payments: process payments.remember-owned`,
];

it('the spans of an order are one tree over gateway, services, broker and provider, without data of its buyer', async () => {
  await using collector = await startCollector();
  await using platform = await createPlatform({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await buyBook(platform);
  const ofTrace = (): CollectedSpan[] => collector.spans.filter(({ traceId }) => traceId === TRACE);
  const paths = (): string[] => ofTrace().map((span) => pathOf(span, ofTrace()));
  await until(
    'the spans are exported',
    async () => {
      const missing = expected.filter((path) => !paths().includes(path));
      if (missing.length > 0) throw new Error(`${missing.join('\n')}\nare not among\n${paths().join('\n')}`);
      return true;
    },
    SPANS_MS,
  );
  await until(
    'the receipt is a span',
    async () => collector.spans.some(({ name }) => name === 'smtp send'),
    SPANS_MS,
  );

  expect(paths().filter((path) => path.startsWith('(unknown)'))).toEqual([]);
  expect(ofTrace().every(({ ms }) => ms >= 0)).toBe(true);
  expect(withoutIds(collector.text())).not.toMatch(PRIVATE);
}, 600_000);
