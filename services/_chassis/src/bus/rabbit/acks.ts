import type { ConfirmChannel, ConsumeMessage } from 'amqplib';

/**
 * Acknowledges the messages of one channel: those that are handled in one turn of the event loop with one frame, up to
 * the first message that is still in progress, and each handled message after it with its own.
 */
export const createAcks = (channel: Pick<ConfirmChannel, 'ack'>) => {
  /** In the order of delivery. */
  const deliveries = new Map<ConsumeMessage, 'in progress' | 'handled'>();
  let isScheduled = false;

  const send = (): void => {
    isScheduled = false;
    let isFirst = true;
    let upTo: ConsumeMessage | undefined;
    const later: ConsumeMessage[] = [];
    for (const [message, state] of deliveries) {
      if (state === 'in progress') {
        isFirst = false;
        continue;
      }
      deliveries.delete(message);
      if (isFirst) upTo = message;
      else later.push(message);
    }
    try {
      if (upTo) channel.ack(upTo, true);
      for (const message of later) channel.ack(message);
    } catch {
      // the channel is closed: the broker redelivers
    }
  };

  return {
    delivered: (message: ConsumeMessage): void => void deliveries.set(message, 'in progress'),
    handled: (message: ConsumeMessage): void => {
      deliveries.set(message, 'handled');
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(send);
    },
  };
};
export type Acks = ReturnType<typeof createAcks>;
