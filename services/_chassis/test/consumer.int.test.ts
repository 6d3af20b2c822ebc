import { expect, it, vi } from 'vitest';
import { signatureOf } from '../src/base/signature.ts';
import { createConnection } from '../src/bus/rabbit/connection.ts';
import { createConsumer } from '../src/bus/rabbit/consumer.ts';
import { createPublisher, type Publisher } from '../src/bus/rabbit/publisher.ts';
import { SIGNATURE_HEADER } from '../src/bus/rabbit/signature-header.ts';
import { topologyNames } from '../src/bus/rabbit/topology.ts';
import { createLog, on } from '../src/index.ts';
import {
  AMQP_URL,
  brokerAdmin,
  counted,
  hasAmqp,
  newTestEvent,
  subscriptionTo,
  uniquePrefix,
} from './support.ts';

const QUEUE = 'library.count-things';
const DELAYS_MS = [100, 200];
const SECRET = 'a secret between the services';

it.skipIf(!hasAmqp)('while the broker is blocked, a failed message is kept and not redelivered', async () => {
  const prefix = uniquePrefix();
  await using _admin = await brokerAdmin(prefix, [QUEUE], DELAYS_MS);
  const log = createLog('library', 'silent');
  const names = topologyNames(prefix);
  const queues = [{ queue: QUEUE, type: counted.type }];
  const connection = createConnection(AMQP_URL, 'test', log);
  const publisher = createPublisher({
    connection,
    names,
    queues,
    delaysMs: DELAYS_MS,
    declares: 'all',
    log,
  });
  let isBlocked = true;
  const blocked: Publisher = {
    ...publisher,
    send: (...message) =>
      isBlocked ? Promise.reject(new Error('broker does not take messages now')) : publisher.send(...message),
  };
  let runs = 0;
  const subscription = on(subscriptionTo(QUEUE), async () => {
    runs += 1;
    if (runs === 1) throw new Error('not yet');
  });
  const deps = {
    connection,
    publisher: blocked,
    names,
    secret: SECRET,
    delaysMs: DELAYS_MS,
    declares: 'all' as const,
    hooks: {},
    log,
  };
  const consumer = createConsumer(subscription, deps);
  await Promise.all([publisher.channel.ready(), consumer.channel.ready()]);
  const event = newTestEvent(1);
  const content = Buffer.from(JSON.stringify(event));
  await publisher.send({ exchange: names.exchange, key: event.type, mandatory: true }, content, {
    messageId: event.id,
    type: event.type,
    headers: { [SIGNATURE_HEADER]: signatureOf(SECRET, content) },
  });
  await vi.waitFor(() => expect(runs).toBe(1));

  runs = 100;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const runsMeanwhile = runs - 100;
  isBlocked = false;

  await vi.waitFor(() => expect(runs).toBe(101), { timeout: 20_000 });
  expect(runsMeanwhile).toBe(0);
  await Promise.all([consumer.channel.stop(), publisher.channel.stop()]);
  await connection.close();
});
