/** Which phone number a provider hears: the buyer's, that of their profile, or nobody's (PAY-38). */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { TEST_INTERNAL_SECRET, testKeys } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { openWorld, type World } from './world.ts';

const placeholder = '9999999999';
const body = { items: [{ media: 'm1' }], country: 'IN' };

/** Identity as payments sees it: the keys of the tests, one phone for everybody, and it may be silent or down. */
const openIdentity = async (phone: string | null) => {
  const keys = await testKeys();
  const asked: string[] = [];
  const state = { answers: true, hangs: false };
  const server = createServer(async (request, response) => {
    if (request.url === '/.well-known/jwks.json') {
      response.end(await (await fetch(`${keys.url}${request.url}`)).text());
      return;
    }
    asked.push(request.url ?? '');
    if (state.hangs) return;
    const isTrusted = request.headers['x-internal-secret'] === TEST_INTERNAL_SECRET;
    response.setHeader('content-type', 'application/json');
    response.statusCode = state.answers && isTrusted ? 200 : 503;
    response.end(JSON.stringify({ phone }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    asked,
    state,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const phonesTold = (world: World): string[] =>
  world.toldProviders.flatMap((line) => /"customer_phone":"([^"]*)"/.exec(line)?.[1] ?? []);

describe('the phone a provider hears (PAY-38)', () => {
  it.each([
    ['that of the buyer', '+91 98765 43210', '+918888800000', ['+919876543210'], 0],
    ['that of the profile, when the page did not ask', undefined, '+918888800000', ['+918888800000'], 1],
    ['nobody’s, when the profile has none', undefined, null, [placeholder], 1],
    ['nobody’s, when the buyer left it out', '', '+918888800000', [placeholder], 0],
  ])('is %s', async (_whose, contact, profile, told, asked) => {
    await using identity = await openIdentity(profile);
    await using world = await openWorld({ IDENTITY_URL: identity.url });

    await world.api.createPayment({ body: { ...body, ...(contact === undefined ? {} : { contact }) } });

    expect(phonesTold(world)).toEqual(told);
    expect(identity.asked).toEqual(Array(asked).fill(`/internal/people/${world.buyer.userId}/phone`));
    expect(JSON.stringify(await world.orders.find().toArray())).not.toContain('8888800000');
  });

  it('is none abroad, and nobody asks for one', async () => {
    await using identity = await openIdentity('+918888800000');
    await using world = await openWorld({ IDENTITY_URL: identity.url });

    await world.api.createPayment({ body: { ...body, country: 'US' } });

    expect(identity.asked).toEqual([]);
    expect(world.toldProviders.join()).not.toContain('8888800000');
  });

  it.each([
    ['is down', { answers: false, hangs: false }],
    ['is silent', { answers: true, hangs: true }],
  ])('keeps nobody from buying while identity %s', async (_how, state) => {
    await using identity = await openIdentity('+918888800000');
    await using world = await openWorld({ IDENTITY_URL: identity.url });
    await world.api.listMyOrders();
    Object.assign(identity.state, state);
    const since = performance.now();

    const started = await world.api.createPayment({ body });

    expect(started.provider).toBe('cashfree');
    expect(phonesTold(world)).toEqual([placeholder]);
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  it('may be another when a start goes on after a lost answer: the order is the same', async () => {
    await using identity = await openIdentity('+918888800000');
    await using world = await openWorld({ IDENTITY_URL: identity.url });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await world.api.createPayment({ body }, { headers });
    await world.orders.updateOne(
      { _id: first.orderId },
      { $set: { starting: 'a process that is gone', secret: null, reference: null } },
    );
    identity.state.answers = false;

    const again = await world.api.createPayment({ body }, { headers });

    expect(again).toEqual(first);
    expect(phonesTold(world)).toEqual(['+918888800000', placeholder]);
    expect(await world.ledger()).toHaveLength(1);
  });
});
