import type { ConfirmChannel, Options } from 'amqplib';
import { stopwatch } from '../../clock.ts';
import { failpoint } from '../../failpoint.ts';
import type { Logger } from '../../log.ts';
import type { DeclaredQueue } from '../memory.ts';
import { createLane } from './lane.ts';
import type { Link } from './link.ts';
import { type Declares, declareTopology, type TopologyNames } from './topology.ts';

const CONFIRM_MS = 30_000;
/** CloudEvents 1.0, structured mode. */
const CONTENT_TYPE = 'application/cloudevents+json';

export type PublisherParts = {
  readonly link: Link;
  readonly names: TopologyNames;
  readonly queues: readonly DeclaredQueue[];
  readonly delaysMs: readonly number[];
  readonly declares: Declares;
  readonly log: Logger;
};

export type Target = { readonly exchange: string; readonly key: string; readonly mandatory: boolean };

/**
 * Sends with confirm and mandatory, many at once. A message counts as sent when the broker confirmed it and did not
 * hand it back: a confirm alone is also given to messages no queue took.
 */
export const createPublisher = ({ link, names, queues, delaysMs, declares, log }: PublisherParts) => {
  const returned = new Set<string>();
  let ticketsGiven = 0;
  let lastRestart = stopwatch();

  const setUp = async (channel: ConfirmChannel): Promise<void> => {
    await declareTopology(channel, names, queues, delaysMs, declares);
    returned.clear();
    channel.on('return', (message) => {
      const ticket: unknown = message.properties.headers?.['x-ticket'];
      if (typeof ticket === 'string') returned.add(ticket);
    });
  };
  const lane = createLane(link, setUp, log);

  /** Something of the topology is gone: declare all of it again, not more often than every second. */
  const repair = (): void => {
    if (lastRestart() < 1_000) return;
    lastRestart = stopwatch();
    const channel = lane.channel();
    if (channel) declareTopology(channel, names, queues, delaysMs, declares).catch(() => {});
  };

  /** @throws Error when the broker did not take it; whoever sends keeps it and tries again */
  const send = (target: Target, content: Buffer, options: Options.Publish): Promise<void> => {
    const channel = lane.channel();
    if (!channel) return Promise.reject(new Error('broker not available'));
    if (link.state() === 'blocked') return Promise.reject(new Error('broker does not take messages now'));
    ticketsGiven += 1;
    const ticket = String(ticketsGiven);
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

  return { lane, send };
};
export type Publisher = ReturnType<typeof createPublisher>;
