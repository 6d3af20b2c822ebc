import type { ConfirmChannel, ConsumeMessage, Message } from 'amqplib';
import { backOff, stopwatch, systemClock } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import { type BusHooks, PREFETCH } from '../bus.ts';
import { PermanentError, type Subscription } from '../events.ts';
import { createLane } from './lane.ts';
import type { Link } from './link.ts';
import type { Publisher } from './publisher.ts';
import { isSealed, SEAL } from './seal.ts';
import { type Declares, declareTopology, type TopologyNames } from './topology.ts';

/** Between two tries to put a failed message aside. */
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

/** What a message is called, as far as it says. */
export const labelsOf = (message: Message): { messageId?: string; type?: string; correlationId?: string } => {
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

/** The header with the id of the request that a message comes from (checklist GTW-22). */
export const CORRELATION = 'x-correlation-id';

/** What goes with the bytes wherever they are put. The seal is never made anew for them. */
export const keptHeaders = (message: Message): Record<string, unknown> => {
  const { [SEAL]: seal, [CORRELATION]: correlation } = headersOf(message);
  return {
    ...(seal === undefined ? {} : { [SEAL]: seal }),
    ...(correlation === undefined ? {} : { [CORRELATION]: correlation }),
  };
};

export type ConsumerParts = {
  readonly link: Link;
  readonly publisher: Publisher;
  readonly names: TopologyNames;
  readonly secret: string;
  readonly delaysMs: readonly number[];
  readonly declares: Declares;
  readonly hooks: BusHooks;
  readonly log: Logger;
};

/** Listens on one queue with a channel of its own, so that nothing a neighbour does ends it. */
export const createConsumer = (subscription: Subscription, parts: ConsumerParts) => {
  const { link, publisher, names, secret, delaysMs, declares, hooks, log } = parts;
  const { queue } = subscription;
  let underWay = 0;
  let tag: string | undefined;
  let cancelled = false;

  /** Sends a failed message to wait for its next try, or to be parked. @returns what became of it */
  const putAside = async (message: ConsumeMessage, error: unknown): Promise<'retried' | 'parked'> => {
    const attempts = Number(headersOf(message)['x-attempt'] ?? 0) + 1;
    const delay = delaysMs[attempts - 1];
    const retried = delay !== undefined && !(error instanceof PermanentError);
    const reason = error instanceof PermanentError ? error.message : 'tries used up';
    const target = retried
      ? { exchange: names.retry(delay), key: names.queue(queue), mandatory: true }
      : { exchange: '', key: names.parked(queue), mandatory: true };
    await publisher.send(target, message.content, {
      ...labelsOf(message),
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
   * While the broker takes no messages a failed one is kept in hand: given back, it would come again at once, and the
   * broker counts how often it comes. @returns undefined when the channel has gone; then it comes again on the next one
   */
  const putAsideWhenPossible = async (
    channel: ConfirmChannel,
    message: ConsumeMessage,
    error: unknown,
  ): Promise<'retried' | 'parked' | undefined> => {
    for (let tries = 0; !cancelled && (tries === 0 || lane.channel() === channel); tries += 1) {
      try {
        return await putAside(message, error);
      } catch (err) {
        if (tries === 0) log.warn({ err, queue }, 'message could not be put aside yet');
        await new Promise((resolve) => setTimeout(resolve, backOff(tries, FIRST_PAUSE_MS, LAST_PAUSE_MS)));
      }
    }
    return undefined;
  };

  const work = async (channel: ConfirmChannel, message: ConsumeMessage): Promise<void> => {
    const elapsed = stopwatch();
    // an ack counts only on the channel that delivered; when that is gone the broker delivers again
    const ack = (): void => {
      try {
        channel.ack(message);
      } catch {
        // the channel closed meanwhile
      }
    };
    try {
      if (!isSealed(secret, message.content, headersOf(message)[SEAL]))
        throw new PermanentError('not sealed');
      await subscription.handle(parse(message.content));
      ack();
      hooks.consumed?.(queue, 'done', elapsed());
    } catch (error) {
      const outcome = await putAsideWhenPossible(channel, message, error);
      if (!outcome) return;
      ack();
      hooks.consumed?.(queue, outcome, elapsed());
      const correlationId = headersOf(message)[CORRELATION];
      log.warn({ err: error, queue, outcome, correlationId }, 'message failed');
    }
  };

  const setUp = async (channel: ConfirmChannel): Promise<void> => {
    await declareTopology(channel, names, [subscription], [], declares);
    await channel.prefetch(PREFETCH);
    if (cancelled) return;
    const consuming = await channel.consume(names.queue(queue), (message) => {
      // null: the broker cancelled us, usually because the queue was deleted
      if (!message) return void channel.close().catch(() => {});
      underWay += 1;
      void work(channel, message).finally(() => {
        underWay -= 1;
      });
    });
    tag = consuming.consumerTag;
  };
  const lane = createLane(link, setUp, log);

  return {
    lane,
    underWay: () => underWay,
    cancel: async (): Promise<void> => {
      cancelled = true;
      if (tag)
        await lane
          .channel()
          ?.cancel(tag)
          .catch(() => {});
    },
  };
};
export type Consumer = ReturnType<typeof createConsumer>;
