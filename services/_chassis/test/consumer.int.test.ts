import { expect, it, vi } from 'vitest';
import { createConsumer } from '../src/bus/rabbit/consumer.ts';
import { createLink } from '../src/bus/rabbit/link.ts';
import { createPublisher, type Publisher } from '../src/bus/rabbit/publisher.ts';
import { SEAL, sealOf } from '../src/bus/rabbit/seal.ts';
import { topologyNames } from '../src/bus/rabbit/topology.ts';
import { createLog, on } from '../src/index.ts';
import {
  AMQP_URL,
  brokerAdmin,
  counted,
  hasAmqp,
  listensFor,
  newTestEvent,
  uniquePrefix,
} from './support.ts';

const QUEUE = 'library.count-things';
const DELAYS_MS = [100, 200];
const SECRET = 'a secret between the services';

it.skipIf(!hasAmqp)(
  'while the broker takes no messages a failed one is kept in hand, not delivered again and again',
  async () => {
    const prefix = uniquePrefix();
    await using _admin = await brokerAdmin(prefix, [QUEUE], DELAYS_MS);
    const log = createLog('library', 'silent');
    const names = topologyNames(prefix);
    const queues = [{ queue: QUEUE, type: counted.type }];
    const link = createLink(AMQP_URL, 'test', log);
    const publisher = createPublisher({ link, names, queues, delaysMs: DELAYS_MS, declares: 'all', log });
    let isBlocked = true;
    const blocked: Publisher = {
      ...publisher,
      send: (...message) =>
        isBlocked
          ? Promise.reject(new Error('broker does not take messages now'))
          : publisher.send(...message),
    };
    let runs = 0;
    const subscription = on(listensFor(QUEUE), async () => {
      runs += 1;
      if (runs === 1) throw new Error('not yet');
    });
    const parts = {
      link,
      publisher: blocked,
      names,
      secret: SECRET,
      delaysMs: DELAYS_MS,
      declares: 'all' as const,
      hooks: {},
      log,
    };
    const consumer = createConsumer(subscription, parts);
    await Promise.all([publisher.lane.ready(), consumer.lane.ready()]);
    const event = newTestEvent(1);
    const content = Buffer.from(JSON.stringify(event));
    await publisher.send({ exchange: names.exchange, key: event.type, mandatory: true }, content, {
      messageId: event.id,
      type: event.type,
      headers: { [SEAL]: sealOf(SECRET, content) },
    });
    await vi.waitFor(() => expect(runs).toBe(1));

    runs = 100;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const runsMeanwhile = runs - 100;
    isBlocked = false;

    await vi.waitFor(() => expect(runs).toBe(101), { timeout: 20_000 });
    expect(runsMeanwhile).toBe(0);
    await Promise.all([consumer.lane.stop(), publisher.lane.stop()]);
    await link.close();
  },
);
