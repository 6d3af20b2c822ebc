/** Payments and a minimal library in one process, for crash tests. Prints its URL. */
import { join } from 'node:path';
import process from 'node:process';
import { BaseConfig, defineService, memoryBroker, on, Schema, startService } from '@satrangi/chassis';
import { orderGranted, subscriptions } from '@satrangi/contracts';
import { payments } from '../src/service.ts';

type Grant = { _id: string; received: number; revoked: number };
const GrantSchema = new Schema<Grant>({ _id: String, received: Number, revoked: Number });

const library = defineService({
  name: 'library',
  config: BaseConfig,
  build: ({ store, events, ids }) => {
    const grants = store.aggregate<Grant>('grants', GrantSchema);
    return {
      apis: [],
      subscriptions: [
        on(subscriptions['library.grant-access'], async ({ data: { orderId, userId } }) => {
          const messages = {
            events: [
              events.newEvent(orderGranted, {
                id: ids.eventId(orderGranted.type, orderId),
                subject: `order/${orderId}`,
                data: { orderId, userId },
              }),
            ],
          };
          await grants.change({ _id: orderId }, { $inc: { received: 1 } }, { ...messages, upsert: true });
        }),
        on(subscriptions['library.revoke-access'], async ({ data: { orderId } }) => {
          await grants.change({ _id: orderId }, { $inc: { revoked: 1 } }, { upsert: true });
        }),
      ],
    };
  },
});

// only the queues of these two: the in-process broker waits for the consumers of all declared queues
memoryBroker(process.env.AMQP_URL, {
  declared: Object.values(subscriptions)
    .filter(({ service }) => service === 'payments' || service === 'library')
    .map(({ queue, event }) => ({ queue, type: event.type })),
  parkedDir: join(process.env.DATA_DIR ?? '', 'parked'),
});
const services = await Promise.all([startService(library, process.env), startService(payments, process.env)]);
await Promise.all(services.map((service) => service.ready()));
process.stdout.write(`${JSON.stringify({ url: services[1].url })}\n`);
