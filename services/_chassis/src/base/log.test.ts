import { mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { correlateOrder, withCorrelation } from './correlation.ts';
import { createLog } from './log.ts';

const canaries = [
  'asha@example.org',
  'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl',
  '+91 98765 43210',
  '9876543210',
  'token=SECRET123',
  'hunter2',
];

it('an unavailable store is one line in thirty seconds, whatever fails because of it', () => {
  const lines: string[] = [];
  let clock = 0;
  const log = createLog(
    'library',
    'info',
    { write: (line) => void lines.push(JSON.parse(line).msg) },
    () => clock,
  );
  // nothing reads the topology
  const err = new mongo.MongoServerSelectionError('connect ECONNREFUSED', {} as mongo.TopologyDescription);
  for (const at of [0, 1, 29_999, 30_000]) {
    clock = at;
    log.warn({ err }, 'job postponed');
    log.error({ err: new Error('other') }, `failed at ${at}`);
  }

  expect(lines).toEqual([
    'job postponed',
    'failed at 0',
    'failed at 1',
    'failed at 29999',
    'job postponed',
    'failed at 30000',
  ]);
});

it.each(['आशा@उदाहरण.भारत', 'ångström@exämple.org', "o'brien@example.org", 'asha@भारत.example'])(
  'the address %s is removed whole, in the reply of a mail server too',
  (address) => {
    const err = new Error(`Can't send mail: 550 5.1.1 <${address}>: no such user, to=${address}`);
    const text = written((log) => log.warn({ err }, 'work failed'));
    for (const part of address.split(/[@.]/)) if (part !== 'org') expect(text).not.toContain(part);
    expect(text).toContain('no such user');
  },
);

const written = (act: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = [];
  act(createLog('library', 'trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
};

it('personal data, tokens, queries and passwords are removed from log lines', () => {
  const wrapped = new Error(`login of ${canaries[0]} failed`, { cause: new Error(`bearer ${canaries[1]}`) });
  const duplicate = Object.assign(
    new Error('E11000 duplicate key error dup key: { email: "x@example.org" }'),
    {
      code: 11_000,
      errorResponse: { keyValue: { email: 'x@example.org' } },
    },
  );

  const text = written((log) => {
    log.info({ email: canaries[0], authorization: canaries[1], body: { password: 'hunter2' } }, 'login');
    log.warn({ err: wrapped }, `sent to ${canaries[0]}`);
    log.error({ err: duplicate, route: '/ebooks/:id/pdf?token=SECRET123' }, 'failed');
    log.info({ url: 'amqp://user:hunter2@broker:5672', reason: canaries[2] }, 'connected');
    log.info({ userId: '9876543210' }, 'phone +91 98765 43210');
    log.info({ err: 'plain asha@example.org' }, 'with %s', 'asha@example.org');
  });

  for (const canary of canaries) expect(text).not.toContain(canary);
  expect(text).not.toContain('x@example.org');
  expect(text.trim().split('\n')).toHaveLength(6);
});

it('keeps ids, counts and the kind of an error', () => {
  const text = written((log) =>
    log.info({ orderId: 'Ab3_x-9', count: 3, err: new RangeError('out') }, 'order paid'),
  );

  expect(JSON.parse(text)).toMatchObject({
    service: 'library',
    orderId: 'Ab3_x-9',
    count: 3,
    err: { type: 'RangeError', message: 'out' },
    msg: 'order paid',
  });
});

it('every line of a request names the request, its trace and, once known, its order (P29)', () => {
  const text = written((log) =>
    withCorrelation({ id: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }, () => {
      log.info('before');
      correlateOrder('order-1');
      log.info('after');
    }),
  );
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

  expect(lines).toMatchObject([
    { correlationId: 'request-1', traceId: 'a'.repeat(32), msg: 'before' },
    { correlationId: 'request-1', traceId: 'a'.repeat(32), orderId: 'order-1', msg: 'after' },
  ]);
  expect(lines[0]).not.toHaveProperty('orderId');
});
