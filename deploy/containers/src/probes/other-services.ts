/*
 * Runs in the container of a service, with its addresses: attempts to access data of other services at RabbitMQ, Redis
 * and MongoDB. Prints one JSON document: attempts with `ok` true when the store allowed it.
 */
import process from 'node:process';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

const { PROBE = '{}', AMQP_URL = '', REDIS_URL = '', MONGODB_URI = '' } = process.env;
type Probe = {
  readonly ownQueue: string;
  readonly foreignQueue: string;
  readonly ownEvent: string;
  readonly foreignEvent: string;
  readonly foreignDatabase: string | null;
};
const { ownQueue, foreignQueue, ownEvent, foreignEvent, foreignDatabase }: Probe = JSON.parse(PROBE);
const answers: Record<string, { ok: boolean; problem: string }> = {};

const attempt = async (name: string, act: () => Promise<unknown>): Promise<void> => {
  try {
    await act();
    answers[name] = { ok: true, problem: '' };
  } catch (error) {
    answers[name] = { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
};

const amqp = await connect(AMQP_URL);
amqp.on('error', () => undefined);
type Channel = Awaited<ReturnType<typeof amqp.createConfirmChannel>>;
const atBroker = (name: string, act: (channel: Channel) => Promise<unknown>): Promise<void> =>
  attempt(name, async () => {
    const channel = await amqp.createConfirmChannel();
    const refused = new Promise<never>((_resolve, reject) => channel.on('error', reject));
    await Promise.race([act(channel), refused]);
    await channel.close();
  });
const publish = (type: string) => async (channel: Channel) => {
  channel.publish('satrangi.events', type, Buffer.from('{}'), { persistent: false });
  await channel.waitForConfirms();
};
await atBroker('own queue: look', (channel) => channel.checkQueue(ownQueue));
await atBroker('exchange: look', (channel) => channel.checkExchange('satrangi.events'));
await atBroker('foreign queue: get', (channel) => channel.get(foreignQueue));
await atBroker('foreign queue: consume', (channel) => channel.consume(foreignQueue, () => undefined));
await atBroker('foreign queue: purge', (channel) => channel.purgeQueue(foreignQueue));
await atBroker('foreign queue: delete', (channel) => channel.deleteQueue(foreignQueue));
await atBroker('foreign queue: bind', (channel) =>
  channel.bindQueue(foreignQueue, 'satrangi.events', ownEvent),
);
await atBroker('foreign event: publish', publish(foreignEvent));
await atBroker('new queue: declare', (channel) => channel.assertQueue('probe.queue'));
await atBroker('new exchange: declare', (channel) => channel.assertExchange('probe.exchange', 'topic'));
await amqp.close().catch(() => undefined);

const redis = new Redis(REDIS_URL, { maxRetriesPerRequest: 1 });
redis.on('error', () => undefined);
await attempt('live log: read', () => redis.xrange('satrangi:live', '-', '+', 'COUNT', 1));
await attempt('counters: read', () => redis.get('satrangi:limit:probe'));
await attempt('counters: write', () => redis.set('satrangi:limit:probe', '1'));
await attempt('other keys: write', () => redis.set('probe', '1'));
await attempt('keys: list', () => redis.keys('*'));
await attempt('everything: delete', () => redis.flushall());
await attempt('settings: read', () => redis.config('GET', '*'));
await attempt('users: list', () => redis.acl('LIST'));
redis.disconnect();

if (foreignDatabase) {
  const mongo = new MongoClient(MONGODB_URI, { serverSelectionTimeoutMS: 5_000 });
  await attempt('foreign database: read', () => mongo.db(foreignDatabase).collection('probe').findOne());
  await attempt('foreign database: write', () => mongo.db(foreignDatabase).collection('probe').insertOne({}));
  await mongo.close();
}
process.stdout.write(`${JSON.stringify(answers)}\n`);
process.exit(0);
