/** Payment events over a real RabbitMQ. */
import { defineService, on, RETRY_DELAYS_MS } from '@satrangi/chassis';
import { bootService } from '@satrangi/chassis/testing';
import { subscriptions } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AMQP_URL, brokerAdmin, hasAmqp, uniquePrefix } from '../../_chassis/test/support.ts';
import { bootPayments } from './boot-payments.ts';
import { buy } from './orders-fixture.ts';

it.skipIf(!hasAmqp)(
  'a paid order is published through RabbitMQ until it is fulfilled, under one event id (PAY-23)',
  async () => {
    const prefix = uniquePrefix();
    const env = { AMQP_PREFIX: prefix };
    await using _admin = await brokerAdmin(prefix, Object.keys(subscriptions), RETRY_DELAYS_MS);
    const received: { id: string; data: unknown }[] = [];
    const library = defineService({
      name: 'library',
      config: z.object({}),
      build: () => ({
        apis: [],
        subscriptions: [
          on(subscriptions['library.grant-access'], async ({ id, data }) => void received.push({ id, data })),
        ],
      }),
    });
    await using _listener = await bootService(library, { amqp: AMQP_URL, env });
    await using fixture = await bootPayments(env, { amqp: AMQP_URL });

    const { orderId, user } = await buy(fixture, 'cashfree');
    fixture.service.clock.advance(21_000);
    await fixture.service.runJob('sweep-orders');

    await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await expect.poll(async () => (await fixture.announced('payments.payment-succeeded.v1')).length).toBe(2);
    const published = await fixture.announced('payments.payment-succeeded.v1');
    expect(new Set([...received, ...published].map(({ id }) => id)).size).toBe(1);
    expect(received[0]?.data).toEqual({
      orderId,
      userId: user.userId,
      provider: 'cashfree',
      total: { minor: 49_900, currency: 'INR' },
      items: [{ mediaId: 'm1', mediaType: 'ebook', format: 'text' }],
      paidAt: expect.any(String),
      rupeesMinor: 49_900,
    });
  },
);
