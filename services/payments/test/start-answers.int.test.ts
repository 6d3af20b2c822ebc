/** The exact response of createPayment, and its response to an invalid provider response. */
import { startTestServer, tokenOf } from '@satrangi/chassis/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import { problemOf } from './orders-fixture.ts';

const body = (country: string) => ({ items: [{ media: 'm1' }], country });

/** The raw response, without a client. */
const answerOf = async (fixture: PaymentsFixture, country: string): Promise<Record<string, unknown>> => {
  const response = await fetch(`${fixture.service.url}/payments/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(fixture.buyer)}` },
    body: JSON.stringify(body(country)),
  });
  return z.record(z.string(), z.unknown()).parse(await response.json());
};

it('by Cashfree has paymentSessionId and orderId; a problem has error and provider (PAY-02)', async () => {
  await using fixture = await bootPayments();
  await fixture.knob({ target: 'cashfree.*', status: 400 });
  const refused = await answerOf(fixture, 'IN');
  await fixture.clearKnobs();

  const answer = await answerOf(fixture, 'IN');

  const [row] = await fixture.ledger();
  expect(answer).toMatchObject({ orderId: row?.orderId, paymentSessionId: expect.stringMatching(/\S{8}/) });
  expect(refused).toMatchObject({ error: 'Payment initiation failed.', provider: 'cashfree' });
});

it('by Stripe has clientSecret and client_secret; a problem has error, stripeError and provider (PAY-02)', async () => {
  await using fixture = await bootPayments();
  await fixture.knob({ target: 'stripe.*', status: 400 });
  const refused = await answerOf(fixture, 'US');
  await fixture.clearKnobs();

  const answer = await answerOf(fixture, 'US');

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

/** A provider with one fixed response. */
const answering = async (words: object) => {
  return startTestServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(words));
  });
};

it('reports a Cashfree response without a session id (PAY-22)', async () => {
  await using cashfree = await answering({ order_id: 'o1', order_status: 'ACTIVE' });
  await using fixture = await bootPayments({ CASHFREE_BASE_URL: `${cashfree.url}/pg` });

  const problem = await problemOf(fixture.api.createPayment({ body: body('IN') }));

  expect(problem).toMatchObject({ status: 502, error: 'Cashfree payment session ID missing' });
});

it('reports a Stripe response without an id (PAY-22)', async () => {
  await using stripe = await answering({ object: 'payment_intent', client_secret: 'x' });
  await using fixture = await bootPayments({ STRIPE_BASE_URL: stripe.url });

  const problem = await problemOf(fixture.api.createPayment({ body: body('US') }));

  expect(problem).toMatchObject({ status: 502, error: 'No payment intent ID returned from Stripe.' });
});
