import type { ConfirmChannel, Options } from 'amqplib';
import { stopwatch } from '../../base/clock.ts';
import { failpoint } from '../../base/failpoint.ts';
import type { Logger } from '../../base/log.ts';
import type { DeclaredQueue } from '../memory.ts';
import { createManagedChannel } from './channel.ts';
import type { BrokerConnection } from './connection.ts';
import { type Declares, declareTopology, type TopologyNames } from './topology.ts';

const CONFIRM_MS = 30_000;
/** CloudEvents 1.0, structured mode. */
const CONTENT_TYPE = 'application/cloudevents+json';

export type PublisherDeps = {
  readonly connection: BrokerConnection;
  readonly names: TopologyNames;
  readonly queues: readonly DeclaredQueue[];
  readonly delaysMs: readonly number[];
  readonly declares: Declares;
  readonly log: Logger;
};

export type Target = { readonly exchange: string; readonly key: string; readonly mandatory: boolean };

/**
 * Publishes with confirm and mandatory, concurrently. A message is sent when the broker confirmed it and did not return
 * it: the broker also confirms messages that no queue took.
 */
export const createPublisher = ({ connection, names, queues, delaysMs, declares, log }: PublisherDeps) => {
  const returned = new Set<string>();
  let messageCount = 0;
  let sinceRepair = stopwatch();

  const setUp = async (channel: ConfirmChannel): Promise<void> => {
    await declareTopology(channel, names, queues, delaysMs, declares);
    returned.clear();
    channel.on('return', (message) => {
      const ticket: unknown = message.properties.headers?.['x-ticket'];
      if (typeof ticket === 'string') returned.add(ticket);
    });
  };
  const managed = createManagedChannel(connection, setUp, log);

  /** Declares the topology again after a part of it was deleted, at most once a second. */
  const repair = (): void => {
    if (sinceRepair() < 1_000) return;
    sinceRepair = stopwatch();
    const channel = managed.channel();
    if (channel) declareTopology(channel, names, queues, delaysMs, declares).catch(() => {});
  };

  /** @throws Error when the broker did not accept the message; the caller keeps it and tries again */
  const send = (target: Target, content: Buffer, options: Options.Publish): Promise<void> => {
    const channel = managed.channel();
    if (!channel) return Promise.reject(new Error('broker not available'));
    if (connection.state() === 'blocked')
      return Promise.reject(new Error('broker does not take messages now'));
    messageCount += 1;
    const ticket = String(messageCount);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('broker did not confirm in time')), CONFIRM_MS);
      const headers = { ...(options.headers as Record<string, unknown> | undefined), 'x-ticket': ticket };
      const settled = (error: unknown): void => {
        clearTimeout(late);
        const cameBack = returned.delete(ticket);
        if (error) reject(error instanceof Error ? error : new Error('broker refused the message'));
        else if (cameBack) {
          repair();
          reject(new Error(`no queue takes ${target.key}`));
        } else resolve();
      };
      try {
        const { exchange, key, mandatory } = target;
        channel.publish(
          exchange,
          key,
          content,
          { ...options, headers, contentType: CONTENT_TYPE, persistent: true, mandatory },
          settled,
        );
        failpoint('chassis.published-before-confirm');
      } catch (error) {
        settled(error);
      }
    });
  };

  return { channel: managed, send };
};
export type Publisher = ReturnType<typeof createPublisher>;
