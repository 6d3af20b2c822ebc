/** What others hear of a payment over the true broker. */
import { defineService, on, RETRY_DELAYS_MS } from '@satrangi/chassis';
import { bootService } from '@satrangi/chassis/testing';
import { subscriptions } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from '../../_chassis/test/support.ts';
import { buy } from './buying.ts';
import { openWorld } from './world.ts';

it.skipIf(!hasAmqp)(
  'a paid order is told through RabbitMQ until it is fulfilled, whole and under one event id (PAY-23)',
  async () => {
    const prefix = uniquePrefix();
    const env = { AMQP_PREFIX: prefix };
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const heard: { id: string; data: unknown }[] = [];
    const library = defineService({
      name: 'library',
      config: z.object({}),
      build: () => ({
        apis: [],
        subscriptions: [
          on(subscriptions['library.grant-access'], async ({ id, data }) => void heard.push({ id, data })),
        ],
      }),
    });
    await using _listener = await bootService(library, { amqp: AMQP_URL, env });
    await using world = await openWorld(env, { amqp: AMQP_URL });

    const { orderId, user } = await buy(world, 'cashfree');
    world.service.clock.advance(21_000);
    await world.service.runJob('sweep-orders');

    await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await expect.poll(async () => (await world.announced('payments.payment-succeeded.v1')).length).toBe(2);
    const told = await world.announced('payments.payment-succeeded.v1');
    expect(new Set([...heard, ...told].map(({ id }) => id)).size).toBe(1);
    expect(heard[0]?.data).toEqual({
      orderId,
      userId: user.userId,
      provider: 'cashfree',
      total: { minor: 49_900, currency: 'INR' },
      items: [{ mediaId: 'm1', mediaType: 'ebook', format: 'text' }],
    });
  },
);
