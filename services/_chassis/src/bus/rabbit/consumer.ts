import type { ConfirmChannel, ConsumeMessage, Message } from 'amqplib';
import { backOff, stopwatch, systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { type BusHooks, PREFETCH } from '../bus.ts';
import { PermanentError, type Subscription } from '../events.ts';
import { createManagedChannel } from './channel.ts';
import type { BrokerConnection } from './connection.ts';
import type { Publisher } from './publisher.ts';
import { isSigned, SIGNATURE_HEADER } from './signature.ts';
import { type Declares, declareTopology, type TopologyNames } from './topology.ts';

/** Delay between tries to publish a failed message for retry or parking. */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 5_000;

const parse = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new PermanentError('not JSON');
  }
};

export const headersOf = (message: Message): Record<string, unknown> =>
  (message.properties.headers ?? {}) as Record<string, unknown>;

/** The properties that a message keeps when it is retried, parked or replayed. */
export const keptProperties = (
  message: Message,
): { messageId?: string; type?: string; correlationId?: string } => {
  const { messageId, type, correlationId } = message.properties as {
    messageId?: unknown;
    type?: unknown;
    correlationId?: unknown;
  };
  return {
    ...(typeof correlationId === 'string' ? { correlationId } : {}),
    ...(typeof messageId === 'string' ? { messageId } : {}),
    ...(typeof type === 'string' ? { type } : {}),
  };
};

/** The header with the correlation id (checklist GTW-22). */
export const CORRELATION_HEADER = 'x-correlation-id';

/** The headers that a message keeps. The signature is never created again: it proves the original publisher. */
export const keptHeaders = (message: Message): Record<string, unknown> => {
  const { [SIGNATURE_HEADER]: signature, [CORRELATION_HEADER]: correlation } = headersOf(message);
  return {
    ...(signature === undefined ? {} : { [SIGNATURE_HEADER]: signature }),
    ...(correlation === undefined ? {} : { [CORRELATION_HEADER]: correlation }),
  };
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
  const { connection, publisher, names, secret, delaysMs, declares, hooks, log } = deps;
  const { queue } = subscription;
  let inProgress = 0;
  let consumerTag: string | undefined;
  let cancelled = false;

  /** Publishes a failed message to a retry queue, or parks it. */
  const retryOrPark = async (message: ConsumeMessage, error: unknown): Promise<'retried' | 'parked'> => {
    const attempts = Number(headersOf(message)['x-attempt'] ?? 0) + 1;
    const delay = delaysMs[attempts - 1];
    const retried = delay !== undefined && !(error instanceof PermanentError);
    const reason = error instanceof PermanentError ? error.message : 'tries used up';
    const target = retried
      ? { exchange: names.retry(delay), key: names.queue(queue), mandatory: true }
      : { exchange: '', key: names.parked(queue), mandatory: true };
    await publisher.send(target, message.content, {
      ...keptProperties(message),
      headers: {
        ...keptHeaders(message),
        'x-attempt': attempts,
        ...(retried ? {} : { 'x-reason': reason, 'x-parked-at': systemClock().now().toISOString() }),
      },
    });
    if (!retried) hooks.parked?.(queue, reason);
    return retried ? 'retried' : 'parked';
  };

  /**
   * Keeps a failed message unacknowledged while the broker is blocked: a rejected one would be redelivered immediately,
   * and the broker limits redeliveries. @returns undefined when the channel closed; the broker then redelivers it
   */
  const retryOrParkWhenPossible = async (
    channel: ConfirmChannel,
    message: ConsumeMessage,
    error: unknown,
  ): Promise<'retried' | 'parked' | undefined> => {
    for (let tries = 0; !cancelled && (tries === 0 || managed.channel() === channel); tries += 1) {
      try {
        return await retryOrPark(message, error);
      } catch (err) {
        if (tries === 0) log.warn({ err, queue }, 'message retry postponed');
        await new Promise((resolve) => setTimeout(resolve, backOff(tries, FIRST_PAUSE_MS, LAST_PAUSE_MS)));
      }
    }
    return undefined;
  };

  const work = async (channel: ConfirmChannel, message: ConsumeMessage): Promise<void> => {
    const elapsed = stopwatch();
    // an ack is valid only on the channel of the delivery; the broker redelivers after that channel closed
    const ack = (): void => {
      try {
        channel.ack(message);
      } catch {
        // the channel is closed: the broker redelivers
      }
    };
    try {
      if (!isSigned(secret, message.content, headersOf(message)[SIGNATURE_HEADER]))
        throw new PermanentError('not sealed');
      await subscription.handle(parse(message.content));
      ack();
      hooks.consumed?.(queue, 'done', elapsed());
    } catch (error) {
      const outcome = await retryOrParkWhenPossible(channel, message, error);
      if (!outcome) return;
      ack();
      hooks.consumed?.(queue, outcome, elapsed());
      const correlationId = headersOf(message)[CORRELATION_HEADER];
      log.warn({ err: error, queue, outcome, correlationId }, 'message failed');
    }
  };

  const setUp = async (channel: ConfirmChannel): Promise<void> => {
    await declareTopology(channel, names, [subscription], [], declares);
    await channel.prefetch(PREFETCH);
    if (cancelled) return;
    const consuming = await channel.consume(names.queue(queue), (message) => {
      // null: the broker cancelled the consumer, usually because the queue was deleted
      if (!message) return void channel.close().catch(() => {});
      inProgress += 1;
      void work(channel, message).finally(() => {
        inProgress -= 1;
      });
    });
    consumerTag = consuming.consumerTag;
  };
  const managed = createManagedChannel(connection, setUp, log);

  return {
    channel: managed,
    inProgress: () => inProgress,
    cancel: async (): Promise<void> => {
      cancelled = true;
      if (consumerTag)
        await managed
          .channel()
          ?.cancel(consumerTag)
          .catch(() => {});
    },
  };
};
export type Consumer = ReturnType<typeof createConsumer>;
