import type { ConsumeMessage } from 'amqplib';
import { systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { backOff } from '../../base/retry-delay.ts';
import type { BusHooks } from '../bus.ts';
import { PermanentError } from '../events.ts';
import { headersOf, keptHeaders, keptProperties } from './message-headers.ts';
import type { Publisher } from './publisher.ts';
import type { TopologyNames } from './topology.ts';

/** Delay between tries to publish a failed message for retry or parking. */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 5_000;

type RetryDeps = {
  readonly publisher: Publisher;
  readonly names: TopologyNames;
  /** Delay before each retry. A message that fails after the last one is parked. */
  readonly delaysMs: readonly number[];
  readonly hooks: BusHooks;
  readonly log: Logger;
};
type Outcome = 'retried' | 'parked';

/** Retries the failed messages of one queue with delays, then parks them (dead letters, `dead-letters.ts`). */
export const createRetry = (queue: string, { publisher, names, delaysMs, hooks, log }: RetryDeps) => {
  /** Publishes a failed message to a retry queue, or parks it. */
  const retryOrPark = async (message: ConsumeMessage, error: unknown): Promise<Outcome> => {
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
   * and the broker limits redeliveries.
   * @param isOpen whether the channel of the delivery is open; a first try is made in any case
   * @returns undefined when the channel closed; the broker then redelivers it
   */
  return async (
    message: ConsumeMessage,
    error: unknown,
    isOpen: () => boolean,
  ): Promise<Outcome | undefined> => {
    for (let tries = 0; tries === 0 || isOpen(); tries += 1) {
      try {
        return await retryOrPark(message, error);
      } catch (err) {
        if (tries === 0) log.warn({ err, queue }, 'message retry postponed');
        await new Promise((resolve) => setTimeout(resolve, backOff(tries, FIRST_PAUSE_MS, LAST_PAUSE_MS)));
      }
    }
    return undefined;
  };
};
