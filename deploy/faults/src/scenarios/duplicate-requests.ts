import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixture } from '../fixture.ts';
import { forEachConcurrently, request } from '../http.ts';
import { confirmationRequest, createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import type { Reporter } from '../report.ts';
import { signedWebhook } from '../webhooks.ts';
import { newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const DUPLICATED_ORDERS = 20;
const DELIVERIES = 50;
const SUBMITS = 20;
const SUBMITTERS = 10;

/** Delivers each of `many` payments often, by webhook and confirmation at the same time, and checks that each grants once. */
export const deliverOften = async (
  fixture: Fixture,
  report: Reporter,
  name: string,
  many: number,
): Promise<void> => {
  const purchases = await newPurchases(fixture, many);
  const paid: PaidOrder[] = [];
  const refusals = new Set<number>();
  await forEachConcurrently(purchases, 2, async (purchase) => {
    const one = await payOrder(fixture, purchase, await createOrder(fixture, purchase), 'skip');
    paid.push(one);
    const webhook = signedWebhook(fixture, one, 'success');
    const [path, options] = confirmationRequest(one);
    const deliveries = Array.from({ length: DELIVERIES }, (_, n) =>
      n % 2 === 0 ? request(...webhook) : request(`${fixture.api}${path}`, options),
    );
    for (const { status } of await Promise.all(deliveries)) if (status !== 200) refusals.add(status);
  });
  const { ok, detail, counts } = await settleAndCount(fixture, paid);
  report.check(
    `${name}: ${paid.length} payments with ${DELIVERIES} concurrent deliveries each grant ${paid.length} times`,
    ok && refusals.size === 0,
    `${detail}${refusals.size > 0 ? ` answers ${[...refusals].join(', ')}` : ''}`,
    counts,
  );
};

/** P3: duplicate deliveries of the same payment. */
export const duplicates: Scenario = {
  name: 'duplicates',
  run: (fixture, report) => deliverOften(fixture, report, 'duplicates', DUPLICATED_ORDERS),
};

/** P8: concurrent requests with one idempotency key while the gateway crashes. */
export const doubleSubmits: Scenario = {
  name: 'double submits',
  run: async (fixture, report) => {
    const before = new Set((await fixture.sandbox.payments()).map(({ orderId }) => orderId));
    const orderIds: Set<string>[] = [];
    const paid: PaidOrder[] = [];
    const buyers = await Promise.all(Array.from({ length: SUBMITTERS }, () => newPurchases(fixture, 1)));
    const submitAll = forEachConcurrently(buyers.flat(), 2, async (purchase) => {
      const key = `press-${purchase.reader.userId}`;
      const submits = await Promise.all(
        Array.from({ length: SUBMITS }, () => createOrder(fixture, purchase, key)),
      );
      orderIds.push(new Set(submits.map(({ orderId }) => orderId)));
      const [first] = submits;
      if (first) paid.push(await payOrder(fixture, purchase, first));
    });
    await sleep(300);
    await fixture.crash('gateway');
    await submitAll;
    const created = (await fixture.sandbox.payments()).filter(({ orderId }) => !before.has(orderId)).length;
    const { ok, detail, counts } = await settleAndCount(fixture, paid);
    report.check(
      `double submits: ${SUBMITTERS} buyers submit ${SUBMITS} times concurrently and have one order each`,
      ok && orderIds.every(({ size }) => size === 1) && created === SUBMITTERS,
      `payments at the providers=${created} ${detail}`,
      counts,
    );

    const [purchase] = await newPurchases(fixture, 1);
    const other = fixture.books[1];
    if (!purchase || !other) throw new Error('nothing to buy');
    await createOrder(fixture, purchase, 'one-key');
    const again = await request(`${fixture.api}/payments/create`, {
      method: 'POST',
      token: purchase.reader.token,
      headers: { 'idempotency-key': 'one-key' },
      body: { items: [{ media: other.mediaId }], country: purchase.country },
    });
    report.check(
      'double submits: a key reused with another body is refused',
      again.status === 422,
      `answers ${again.status}`,
    );
  },
};
