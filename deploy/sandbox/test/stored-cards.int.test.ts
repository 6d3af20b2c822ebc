import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { card, control, startSandboxFixture, stripeAt } from './fixture.ts';

const nowhere = 'http://127.0.0.1:9';
const visa = '4242 4242 4242 4242';

const confirm = (fixture: Sandbox, clientSecret: string | null, more: object) =>
  control(fixture, 'POST', '/stripe/confirm', { clientSecret, ...more });

/** Creates an intent of a customer and pays it with a typed card, which is stored. */
const store = async (fixture: Sandbox, customer: string, number: string, expiry = '12 / 34') => {
  const usage = { customer, setup_future_usage: 'on_session' } as const;
  const intent = await stripeAt(fixture).paymentIntents.create({ ...card, ...usage });
  const answer = await confirm(fixture, intent.client_secret, { card: number, expiry });
  return { intent, answer };
};

const cardsOf = async (fixture: Sandbox, customer: string) =>
  (await stripeAt(fixture).paymentMethods.list({ customer, type: 'card' })).data;

it('creates one customer for an idempotency key, and deletes it with its cards', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const stripe = stripeAt(fixture);
  const options = { idempotencyKey: 'customer-1' };

  const created = await Promise.all([1, 2, 3].map(() => stripe.customers.create({}, options)));
  const [{ id }] = created as [(typeof created)[0]];
  await store(fixture, id, visa);
  const [method] = await cardsOf(fixture, id);
  const prepared = await stripe.paymentIntents.create({ ...card, customer: id });

  expect(new Set(created.map((one) => one.id)).size).toBe(1);
  expect(await stripe.customers.retrieve(id)).toMatchObject({ object: 'customer', email: null, name: null });
  expect(await stripe.customers.del(id)).toMatchObject({ id, object: 'customer', deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  await expect(stripe.customers.del(id)).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(cardsOf(fixture, id)).rejects.toMatchObject({ code: 'resource_missing' });
  expect(await confirm(fixture, prepared.client_secret, { paymentMethod: method?.id })).toMatchObject({
    status: 400,
    body: { error: { code: 'resource_missing', param: 'payment_method' } },
  });
});

it('attaches a typed card to the customer, newest first, and only with a future usage', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const stripe = stripeAt(fixture);
  const { id: customer } = await stripe.customers.create();
  await store(fixture, customer, visa);
  const { intent } = await store(fixture, customer, '5555 5555 5555 4444', '03 / 31');
  const once = await stripe.paymentIntents.create({ ...card, customer, setup_future_usage: 'on_session' });
  await stripe.paymentIntents.update(once.id, { setup_future_usage: '' });
  await confirm(fixture, once.client_secret, { card: '4000 0035 6000 0008' });

  const stored = await cardsOf(fixture, customer);

  expect(stored.map((one) => one.card)).toMatchObject([
    { brand: 'mastercard', last4: '4444', exp_month: 3, exp_year: 2031 },
    { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
  ]);
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(paid).toMatchObject({
    payment_method: stored[0]?.id,
    customer,
    setup_future_usage: 'on_session',
    latest_charge: { payment_method_details: { card: { brand: 'mastercard', last4: '4444' } } },
  });
});

it('pays with a stored card of the same customer only', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const stripe = stripeAt(fixture);
  const mine = (await stripe.customers.create()).id;
  const other = (await stripe.customers.create()).id;
  await store(fixture, mine, '5555555555554444');
  const [method] = await cardsOf(fixture, mine);
  const pay = async (more: object) => {
    const intent = await stripe.paymentIntents.create({ ...card, ...more });
    return (await confirm(fixture, intent.client_secret, { paymentMethod: method?.id })).body;
  };

  expect(await pay({})).toMatchObject({ error: { param: 'payment_method' } });
  expect(await pay({ customer: other })).toMatchObject({ error: { code: 'resource_missing' } });
  expect(await pay({ customer: mine })).toMatchObject({ status: 'succeeded' });
  expect(await cardsOf(fixture, mine)).toHaveLength(1);
});

it('declines payments with a stored 4000 0000 0000 0341, and leaves the intent open', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const stripe = stripeAt(fixture);
  const { id: customer } = await stripe.customers.create();
  expect((await store(fixture, customer, '4000 0000 0000 0341')).answer.body).toMatchObject({
    status: 'succeeded',
  });
  const [method] = await cardsOf(fixture, customer);
  const intent = await stripe.paymentIntents.create({ ...card, customer });

  const declined = await confirm(fixture, intent.client_secret, { paymentMethod: method?.id });

  expect(declined.body).toMatchObject({
    status: 'requires_payment_method',
    error: { code: 'card_declined' },
  });
  expect((await confirm(fixture, intent.client_secret, { card: visa })).body).toMatchObject({
    status: 'succeeded',
  });
});

it('refuses unknown customers, another customer, and changes of a paid intent', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const stripe = stripeAt(fixture);
  const { id: customer } = await stripe.customers.create();
  const { intent } = await store(fixture, customer, visa);
  const open = await stripe.paymentIntents.create({ ...card, customer });
  const another = { customer: (await stripe.customers.create()).id };
  const unexpected = { code: 'payment_intent_unexpected_state' };

  await expect(stripe.paymentIntents.create({ ...card, customer: 'cus_none' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'customer',
  });
  await expect(stripe.paymentIntents.update(open.id, another)).rejects.toMatchObject(unexpected);
  expect((await stripe.paymentIntents.update(open.id, { customer })).customer).toBe(customer);
  await expect(stripe.paymentIntents.update(intent.id, { setup_future_usage: '' })).rejects.toMatchObject(
    unexpected,
  );
  await stripe.customers.del(customer);
  await stripe.paymentIntents.update(open.id, { setup_future_usage: 'on_session' });
  expect((await confirm(fixture, open.client_secret, { card: visa })).body).toMatchObject({
    error: { code: 'resource_missing', param: 'customer' },
  });
});

it('keeps customers and cards over a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const before = await startSandboxFixture(nowhere, { dataDir });
  const { id } = await stripeAt(before).customers.create();
  await store(before, id, visa);
  const stored = await cardsOf(before, id);
  await before[Symbol.asyncDispose]();

  await using after = await startSandboxFixture(nowhere, { dataDir });

  expect(await cardsOf(after, id)).toEqual(stored);
  await rm(dataDir, { recursive: true });
});

it('reads intents of an older ledger, which have no customer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const file = join(dataDir, 'sandbox-ledger.jsonl');
  const before = await startSandboxFixture(nowhere, { dataDir });
  const { id } = await stripeAt(before).paymentIntents.create(card);
  await before[Symbol.asyncDispose]();
  const stored = await readFile(file, 'utf8');
  const older = stored.replace(',"customer":null,"setupFutureUsage":null', '');
  await writeFile(file, older);

  await using after = await startSandboxFixture(nowhere, { dataDir });

  expect(older).not.toBe(stored);
  expect(await stripeAt(after).paymentIntents.retrieve(id)).toMatchObject({
    customer: null,
    setup_future_usage: null,
  });
  await rm(dataDir, { recursive: true });
});
