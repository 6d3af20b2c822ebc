/** What a page is answered when it starts a payment, letter by letter, and when a provider answers nonsense. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tokenOf } from '@satrangi/chassis/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { refusalOf } from './buying.ts';
import { openWorld, type World } from './world.ts';

const body = (country: string) => ({ items: [{ media: 'm1' }], country });

/** The answer as it is sent, before any client reads it. */
const answerOf = async (world: World, country: string): Promise<Record<string, unknown>> => {
  const response = await fetch(`${world.service.url}/payments/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(world.buyer)}` },
    body: JSON.stringify(body(country)),
  });
  return z.record(z.string(), z.unknown()).parse(await response.json());
};

it('by Cashfree has paymentSessionId and orderId; refused, error and provider (PAY-02)', async () => {
  await using world = await openWorld();
  await world.knob({ target: 'cashfree.*', status: 400 });
  const refused = await answerOf(world, 'IN');
  await world.calm();

  const answer = await answerOf(world, 'IN');

  const [row] = await world.ledger();
  expect(answer).toMatchObject({ orderId: row?.orderId, paymentSessionId: expect.stringMatching(/\S{8}/) });
  expect(refused).toMatchObject({ error: 'Payment initiation failed.', provider: 'cashfree' });
});

it('by Stripe has clientSecret under both its names; refused, error, stripeError and provider (PAY-02)', async () => {
  await using world = await openWorld();
  await world.knob({ target: 'stripe.*', status: 400 });
  const refused = await answerOf(world, 'US');
  await world.calm();

  const answer = await answerOf(world, 'US');

  const { clientSecret } = answer;
  expect(answer).toMatchObject({
    client_secret: clientSecret,
    paymentIntentId: expect.stringMatching(/^pi_/),
  });
  expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
  expect(refused).toMatchObject({
    error: 'Payment initiation failed.',
    provider: 'stripe',
    stripeError: expect.stringMatching(/^\w+$/),
  });
});

/** A provider that answers everything with the same words. */
const answering = async (words: object) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(words));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

it('tells that Cashfree answered without a session id (PAY-22)', async () => {
  using cashfree = await answering({ order_id: 'o1', order_status: 'ACTIVE' });
  await using world = await openWorld({ CASHFREE_BASE_URL: `${cashfree.url}/pg` });

  const problem = await refusalOf(world.api.createPayment({ body: body('IN') }));

  expect(problem).toMatchObject({ status: 502, error: 'Cashfree payment session ID missing' });
});

it('tells that Stripe answered without an id (PAY-22)', async () => {
  using stripe = await answering({ object: 'payment_intent', client_secret: 'x' });
  await using world = await openWorld({ STRIPE_BASE_URL: stripe.url });

  const problem = await refusalOf(world.api.createPayment({ body: body('US') }));

  expect(problem).toMatchObject({ status: 502, error: 'No payment intent ID returned from Stripe.' });
});
