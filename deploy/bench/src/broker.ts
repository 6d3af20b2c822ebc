import { subscriptions } from '@satrangi/contracts';
import { connect } from 'amqplib';

/** The delays of the chassis between the tries of one message; each has a queue. */
const RETRY_DELAYS_MS = [1_000, 5_000, 25_000, 60_000];

/** Leaves nothing of a run on a broker that outlives it. `prefix` is that of the run's exchange and queues. */
export const removeQueues = async (url: string, prefix: string): Promise<void> => {
  const connection = await connect(url);
  try {
    const channel = await connection.createChannel();
    for (const { queue } of Object.values(subscriptions)) {
      await channel.deleteQueue(`${prefix}${queue}`);
      await channel.deleteQueue(`${prefix}${queue}.parked`);
    }
    for (const ms of RETRY_DELAYS_MS) {
      await channel.deleteQueue(`${prefix}satrangi.retry.${ms}`);
      await channel.deleteExchange(`${prefix}satrangi.retry.${ms}`);
    }
    await channel.deleteExchange(`${prefix}satrangi.events`);
  } finally {
    await connection.close();
  }
};
