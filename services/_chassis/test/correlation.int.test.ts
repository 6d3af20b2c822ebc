import type { IncomingHttpHeaders } from 'node:http';
import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { correlationId, withCorrelation } from '../src/base/correlation.ts';
import { traceIdOf } from '../src/base/trace.ts';
import { createMemoryBroker } from '../src/bus/memory.ts';
import { openRabbit } from '../src/bus/rabbit.ts';
import { type Bus, createInternalClient, createLog, on } from '../src/index.ts';
import { anEvent, bootService, startTestServer, TEST_INTERNAL_SECRET } from '../src/testing/index.ts';
import { added, addedQueue, counting, countingApi, countQueue, countRequested } from './fixtures/counting.ts';
import {
  AMQP_URL,
  brokerAdmin,
  counted,
  hasAmqp,
  newTestEvent,
  openCountingBus,
  subscriptionTo,
  uniquePrefix,
} from './support.ts';

const waitOptions = { timeout: 30_000, interval: 50 };
const REQUEST_ID = 'request-0001-of-a-reader';
/** The trace context of a browser or a load balancer. */
const CALLER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const delaysMs = [50];

const logInto = (lines: Record<string, unknown>[]) =>
  createLog(
    'library',
    'debug',
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line));
        done();
      },
    }),
  );

it.skipIf(!hasAmqp)(
  'the id of a request is in the headers of its messages, through the outbox (GTW-22)',
  async () => {
    const prefix = uniquePrefix();
    await using admin = await brokerAdmin(prefix, [addedQueue.queue, countQueue.queue], delaysMs);
    const bus = openCountingBus({ prefix, retryDelaysMs: delaysMs });
    await bus.ready();
    await using booted = await bootService(counting, { bus });

    const answer = await fetch(`${booted.url}/counters/c1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': REQUEST_ID, traceparent: CALLER },
      body: '{"n":1}',
    });

    expect(answer.headers.get('x-request-id')).toBe(REQUEST_ID);
    const message = await vi.waitFor(async () => {
      const found = await admin.channel.get(`${prefix}${addedQueue.queue}`, { noAck: true });
      expect(found).not.toBe(false);
      return found as Exclude<typeof found, false>;
    }, waitOptions);
    expect(message.properties.headers?.['x-correlation-id']).toBe(REQUEST_ID);
    expect(message.properties.correlationId).toBe(REQUEST_ID);
    const event = JSON.parse(message.content.toString());
    expect(event).toMatchObject({ correlationid: REQUEST_ID });
    expect(traceIdOf(event.traceparent)).toBe(traceIdOf(CALLER));
    expect(message.properties.headers?.traceparent).toBe(event.traceparent);
  },
);

it('a call of another service carries the request id and the trace of the message that causes it', async () => {
  const received: IncomingHttpHeaders[] = [];
  const server = await startTestServer(({ headers }, response) => {
    received.push(headers);
    response.setHeader('content-type', 'application/json');
    response.end('{"n":null}');
  });
  const client = createInternalClient(countingApi, {
    baseUrl: server.url,
    internalSecret: TEST_INTERNAL_SECRET,
    timeoutMs: 5_000,
  });

  await withCorrelation({ id: REQUEST_ID, traceparent: CALLER }, () => client.read({ params: { id: 'a' } }));
  await client.read({ params: { id: 'a' } });
  await server[Symbol.asyncDispose]();

  expect(received.map((headers) => headers['x-request-id'])).toEqual([REQUEST_ID, undefined]);
  const [inTrace, alone] = received.map(({ traceparent }) => traceIdOf(traceparent));
  expect(inTrace).toBe(traceIdOf(CALLER));
  expect(alone).toMatch(/^[0-9a-f]{32}$/);
});

it('events that a message causes carry its correlation id', async () => {
  await using booted = await bootService(counting);
  const first = anEvent(countRequested, { data: { id: 'c2', n: 2 } });

  await booted.deliver({ ...first, correlationid: REQUEST_ID });
  await Promise.all(
    ['c3', 'c4'].map((id) =>
      fetch(`${booted.url}/counters/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': `request-of-${id}` },
        body: '{"n":1}',
      }),
    ),
  );

  const published = await booted.publishedEvents();
  expect(
    Object.fromEntries(
      published.map(({ data, correlationid }) => [(data as { id: string }).id, correlationid]),
    ),
  ).toEqual({ c2: REQUEST_ID, c3: 'request-of-c3', c4: 'request-of-c4' });
  expect(published.every(({ type }) => type === added.type)).toBe(true);
});

it.skipIf(!hasAmqp)(
  'a message keeps its correlation id in retries and when parked, and log lines of its handler contain it',
  async () => {
    const prefix = uniquePrefix();
    const name = 'library.correlation';
    await using admin = await brokerAdmin(prefix, [name], delaysMs);
    const lines: Record<string, unknown>[] = [];
    const log = logInto(lines);
    const bus = openRabbit(AMQP_URL, {
      service: 'library',
      log,
      secret: 'a secret between the services',
      queues: [{ queue: name, type: counted.type }],
      prefix,
      retryDelaysMs: delaysMs,
    });
    bus.subscribe(
      on(subscriptionTo(name), async () => {
        log.info('handled');
        throw new Error('fails');
      }),
    );
    await bus.ready();

    await bus.publish({ ...newTestEvent(1), correlationid: REQUEST_ID });
    await vi.waitFor(async () => expect(await bus.parked.count(name)).toBe(1), waitOptions);
    const parked = await admin.channel.get(`${prefix}${name}.parked`, { noAck: true });
    await bus.close();

    expect(parked).toMatchObject({ properties: { headers: { 'x-correlation-id': REQUEST_ID } } });
    const idsOf = (msg: string) =>
      lines.filter((line) => line.msg === msg).map(({ correlationId }) => correlationId);
    expect(idsOf('handled')).toEqual([REQUEST_ID, REQUEST_ID]);
    expect(idsOf('message failed')).toEqual([REQUEST_ID, REQUEST_ID]);
  },
);

it('the relay has no correlation id', async () => {
  const memory = createMemoryBroker().connect();
  const seen: (string | undefined)[] = [];
  const bus: Bus = {
    ...memory,
    publish: (event) => {
      seen.push(correlationId());
      return memory.publish(event);
    },
  };
  await using booted = await bootService(counting, { bus });

  await fetch(`${booted.url}/counters/c5`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': REQUEST_ID },
    body: '{"n":1}',
  });
  await booted.publishedEvents();

  expect(seen).toEqual([undefined]);
});
