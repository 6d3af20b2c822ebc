import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { defineEvent, type SubscriptionDefinition } from '@satrangi/contracts';
import amqp from 'amqplib';
import { z } from 'zod';
import { createEventFactory } from '../src/bus/events.ts';
import { openRabbit } from '../src/bus/rabbit.ts';
import { type Bus, createLog, systemClock, systemIds } from '../src/index.ts';
import { TEST_INTERNAL_SECRET } from '../src/testing/boot-service.ts';
import { findInfra } from '../src/testing/infra.ts';
import { added, addedQueue, countQueue, countRequested } from './fixtures/counting.ts';

export const counted = defineEvent('library.thing-counted.v1', 'test only', z.object({ n: z.int() }));
export const newTestEvent = (n: number, id?: string) =>
  createEventFactory('library', systemClock(), systemIds)(counted, { subject: 'thing', data: { n }, id });
export const subscriptionTo = (queue: string): SubscriptionDefinition<typeof counted> => ({
  queue,
  service: 'library',
  event: counted,
});

const infra = await findInfra();
export const AMQP_URL = infra.amqpUrl ?? '';
export const REDIS_URL = infra.redisUrl ?? '';
export const hasAmqp = infra.amqpUrl !== null;
export const hasRedis = infra.redisUrl !== null;

/** A unique prefix of names for each test run. */
export const uniquePrefix = (): string => `t${randomUUID().slice(0, 8)}.`;

/** Direct access to the broker, which deletes the queues and exchanges at the end. */
export const brokerAdmin = async (prefix: string, queues: readonly string[], delaysMs: readonly number[]) => {
  const connection = await amqp.connect(AMQP_URL);
  connection.on('error', () => {});
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  return {
    channel,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      const clean = await connection.createChannel();
      for (const queue of queues) {
        await clean.deleteQueue(`${prefix}${queue}`);
        await clean.deleteQueue(`${prefix}${queue}.parked`);
      }
      for (const ms of delaysMs) {
        await clean.deleteQueue(`${prefix}satrangi.retry.${ms}`);
        await clean.deleteExchange(`${prefix}satrangi.retry.${ms}`);
      }
      if (queues.length > 0) await clean.deleteExchange(`${prefix}satrangi.events`);
      await connection.close();
    },
  };
};

/** A TCP proxy. `cut` closes its connections and refuses new ones until `restore`; `freeze` passes nothing on any more. */
export const createTcpProxy = async (url: string) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((near) => {
    if (!isOpen) return void near.destroy();
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const through = new URL(url);
  through.port = String(address.port);
  through.hostname = '127.0.0.1';
  return {
    url: through.href,
    cut: (): void => {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    restore: (): void => {
      isOpen = true;
    },
    freeze: (): void => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** The broker with the queues of the counting service, under a prefix of the test. */
export const openCountingBus = (options: {
  readonly prefix: string;
  readonly retryDelaysMs: readonly number[];
}): Bus =>
  openRabbit(AMQP_URL, {
    service: 'library',
    log: createLog('library', 'silent'),
    secret: TEST_INTERNAL_SECRET,
    queues: [
      { queue: addedQueue.queue, type: added.type },
      { queue: countQueue.queue, type: countRequested.type },
    ],
    ...options,
  });
