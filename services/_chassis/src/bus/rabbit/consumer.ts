import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { stopwatch } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { isSigned } from '../../base/signature.ts';
import { type BusHooks, PREFETCH } from '../bus.ts';
import { PermanentError, type Subscription } from '../events.ts';
import { type Acks, createAcks } from './acks.ts';
import { createManagedChannel } from './channel.ts';
import { type BrokerConnection, replied } from './connection.ts';
import { CORRELATION_HEADER, headersOf } from './message-headers.ts';
import type { Publisher } from './publisher.ts';
import { createRetry } from './retry.ts';
import { SIGNATURE_HEADER } from './signature-header.ts';
import { type Declares, declareTopology, type TopologyNames } from './topology.ts';

const parse = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new PermanentError('not JSON');
  }
};

export type ConsumerDeps = {
  readonly connection: BrokerConnection;
  readonly publisher: Publisher;
  readonly names: TopologyNames;
  readonly secret: string;
  readonly delaysMs: readonly number[];
  readonly declares: Declares;
  readonly hooks: BusHooks;
  readonly log: Logger;
};

/** Consumes one queue on its own channel, so that errors of other consumers do not close it. */
export const createConsumer = (subscription: Subscription, deps: ConsumerDeps) => {
  const { connection, names, secret, declares, hooks, log } = deps;
  const { queue } = subscription;
  let inProgress = 0;
  let consumerTag: string | undefined;
  let cancelled = false;

  const retry = createRetry(queue, deps);
  const isOpen = (channel: ConfirmChannel): boolean => !cancelled && managed.channel() === channel;

  const work = async (channel: ConfirmChannel, acks: Acks, message: ConsumeMessage): Promise<void> => {
    const elapsed = stopwatch();
    try {
      if (!isSigned(secret, message.content, headersOf(message)[SIGNATURE_HEADER]))
        throw new PermanentError('not sealed');
      await subscription.handle(parse(message.content));
      acks.handled(message);
      hooks.consumed?.(queue, 'done', elapsed());
    } catch (error) {
      const outcome = cancelled ? undefined : await retry(message, error, () => isOpen(channel));
      if (!outcome) return;
      acks.handled(message);
      hooks.consumed?.(queue, outcome, elapsed());
      const correlationId = headersOf(message)[CORRELATION_HEADER];
      log.warn({ err: error, queue, outcome, correlationId }, 'message failed');
    }
  };

  const setUp = async (channel: ConfirmChannel): Promise<void> => {
    await declareTopology(channel, names, [subscription], [], declares);
    await channel.prefetch(PREFETCH);
    if (cancelled) return;
    // an ack is valid only on the channel of the delivery; the broker redelivers after that channel closed
    const acks = createAcks(channel);
    const consuming = await channel.consume(names.queue(queue), (message) => {
      // null: the broker cancelled the consumer, usually because the queue was deleted
      if (!message) return void channel.close().catch(() => {});
      inProgress += 1;
      acks.delivered(message);
      void work(channel, acks, message).finally(() =>
        // after the acknowledgement, which is sent at the end of this turn
        setImmediate(() => {
          inProgress -= 1;
        }),
      );
    });
    consumerTag = consuming.consumerTag;
  };
  const managed = createManagedChannel(connection, setUp, log);

  return {
    channel: managed,
    inProgress: () => inProgress,
    cancel: async (): Promise<void> => {
      cancelled = true;
      const channel = managed.channel();
      if (consumerTag && channel) await replied(channel.cancel(consumerTag));
    },
  };
};
export type Consumer = ReturnType<typeof createConsumer>;
