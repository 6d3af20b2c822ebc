/** The phone number sent to a provider: the buyer's, the profile's, or the placeholder (PAY-38). */
import { randomUUID } from 'node:crypto';
import { startTestServer, TEST_INTERNAL_SECRET, testKeys } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';

const placeholder = '9999999999';
const body = { items: [{ media: 'm1' }], country: 'IN' };

/** Fake identity: keys of the tests, one phone number for all accounts; can hang or fail. */
const startFakeIdentity = async (phone: string | null) => {
  const keys = await testKeys();
  const requested: string[] = [];
  const state = { answers: true, hangs: false };
  const server = await startTestServer(async (request, response) => {
    if (request.url === '/.well-known/jwks.json') {
      response.end(await (await fetch(`${keys.url}${request.url}`)).text());
      return;
    }
    requested.push(request.url ?? '');
    if (state.hangs) return;
    const isTrusted = request.headers['x-internal-secret'] === TEST_INTERNAL_SECRET;
    response.setHeader('content-type', 'application/json');
    response.statusCode = state.answers && isTrusted ? 200 : 503;
    response.end(JSON.stringify({ phone }));
  });
  return {
    requested,
    state,
    ...server,
  };
};

const sentPhones = (fixture: PaymentsFixture): string[] =>
  fixture.providerRequests.flatMap((line) => /"customer_phone":"([^"]*)"/.exec(line)?.[1] ?? []);

describe('the phone number sent to a provider (PAY-38)', () => {
  it.each([
    ['that of the buyer', '+91 98765 43210', '+918888800000', ['+919876543210'], 0],
    [
      'that of the profile, when the page has no phone field',
      undefined,
      '+918888800000',
      ['+918888800000'],
      1,
    ],
    ['the placeholder, when the profile has none', undefined, null, [placeholder], 1],
    ['the placeholder, when the buyer left it empty', '', '+918888800000', [placeholder], 0],
  ])('is %s', async (_whose, contact, profile, sent, requested) => {
    await using identity = await startFakeIdentity(profile);
    await using fixture = await bootPayments({ IDENTITY_URL: identity.url });

    await fixture.api.createPayment({ body: { ...body, ...(contact === undefined ? {} : { contact }) } });

    expect(sentPhones(fixture)).toEqual(sent);
    expect(identity.requested).toEqual(
      Array(requested).fill(`/internal/people/${fixture.buyer.userId}/phone`),
    );
    expect(JSON.stringify(await fixture.orders.find().toArray())).not.toContain('8888800000');
  });

  it('is neither fetched nor sent abroad', async () => {
    await using identity = await startFakeIdentity('+918888800000');
    await using fixture = await bootPayments({ IDENTITY_URL: identity.url });

    await fixture.api.createPayment({ body: { ...body, country: 'US' } });

    expect(identity.requested).toEqual([]);
    expect(fixture.providerRequests.join()).not.toContain('8888800000');
  });

  it.each([
    ['is down', { answers: false, hangs: false }],
    ['hangs', { answers: true, hangs: true }],
  ])('does not block a purchase while identity %s', async (_how, state) => {
    await using identity = await startFakeIdentity('+918888800000');
    await using fixture = await bootPayments({ IDENTITY_URL: identity.url });
    await fixture.api.listMyOrders();
    Object.assign(identity.state, state);
    const since = performance.now();

    const started = await fixture.api.createPayment({ body });

    expect(started.provider).toBe('cashfree');
    expect(sentPhones(fixture)).toEqual([placeholder]);
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  it('may differ when a start is retried after a lost response: the order is the same', async () => {
    await using identity = await startFakeIdentity('+918888800000');
    await using fixture = await bootPayments({ IDENTITY_URL: identity.url });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await fixture.api.createPayment({ body }, { headers });
    await fixture.orders.updateOne(
      { _id: first.orderId },
      { $set: { starting: 'a dead process', secret: null, reference: null } },
    );
    identity.state.answers = false;

    const again = await fixture.api.createPayment({ body }, { headers });

    expect(again).toEqual(first);
    expect(sentPhones(fixture)).toEqual(['+918888800000', placeholder]);
    expect(await fixture.ledger()).toHaveLength(1);
  });
});
