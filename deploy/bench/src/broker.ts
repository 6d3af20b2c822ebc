import { subscriptions } from '@satrangi/contracts';
import { connect } from 'amqplib';

/** Retry delays of the chassis; each has a delay queue. */
const RETRY_DELAYS_MS = [1_000, 5_000, 25_000, 60_000];

/** Deletes the queues and exchanges of a run. `prefix` precedes their names. */
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
