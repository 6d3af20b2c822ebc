import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { defineEvent, type SubscriptionDefinition } from '@satrangi/contracts';
import amqp from 'amqplib';
import { z } from 'zod';
import { eventsOf } from '../src/bus/events.ts';
import { systemClock, systemIds } from '../src/index.ts';
import { findInfra } from '../src/testing/infra.ts';

export const counted = defineEvent('library.thing-counted.v1', 'test only', z.object({ n: z.int() }));
export const newTestEvent = (n: number, id?: string) =>
  eventsOf('library', systemClock(), systemIds)(counted, { subject: 'thing', data: { n }, id });
export const listensFor = (queue: string): SubscriptionDefinition<typeof counted> => ({
  queue,
  service: 'library',
  event: counted,
});

const infra = await findInfra();
export const AMQP_URL = infra.amqpUrl ?? '';
export const REDIS_URL = infra.redisUrl ?? '';
export const hasAmqp = infra.amqpUrl !== null;
export const hasRedis = infra.redisUrl !== null;

/** A word of its own for each test run, put before all names. */
export const uniquePrefix = (): string => `t${randomUUID().slice(0, 8)}.`;

/** A broker's own door for tests: break things, look at things, clean up. */
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

/** A wire that can be cut: what goes through it ends, and new connections are refused until it is mended. */
export const cuttableWire = async (url: string) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
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
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend: (): void => {
      whole = true;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
