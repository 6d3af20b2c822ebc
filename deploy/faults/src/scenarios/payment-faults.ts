import { setTimeout as sleep } from 'node:timers/promises';
import { OrderId } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import { grantsOf, ordersOf } from '../checker.ts';
import { request } from '../http.ts';
import { confirmationRequest, createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import { signedWebhook } from '../webhooks.ts';
import { newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const SETTLED_MS = 60_000;
const FROZEN_ORDERS = 10;
const FROZEN_MS = 5_000;

/** P5: a webhook that cannot be stored is not acknowledged. */
export const frozenStore: Scenario = {
  name: 'store frozen',
  run: async (fixture, report) => {
    const purchases = await newPurchases(fixture, FROZEN_ORDERS);
    const ready = await Promise.all(
      purchases.map(async (purchase) => ({ purchase, started: await createOrder(fixture, purchase) })),
    );
    fixture.part('mongo').kill('SIGSTOP');
    let isFrozen = true;
    const accepted: number[] = [];
    const paid = await Promise.all(
      ready.map(({ purchase, started }) => payOrder(fixture, purchase, started)),
    );
    const deliveries = Promise.all(
      paid.map(async (one) => {
        const { status } = await request(...signedWebhook(fixture, one, 'success'));
        if (isFrozen && status >= 200 && status < 300) accepted.push(status);
      }),
    );
    await sleep(FROZEN_MS);
    isFrozen = false;
    fixture.part('mongo').kill('SIGCONT');
    await deliveries;
    const { ok, detail, counts } = await settleAndCount(fixture, paid);
    report.check(
      'store frozen: no webhook is acknowledged and lost',
      ok && accepted.length === 0,
      detail,
      counts,
    );

    const [first] = paid;
    if (!first) throw new Error('no paid order');
    const { started } = first;
    const orphan = { started: { ...started, orderId: OrderId.parse(`${started.orderId}-x`) } };
    const unknown = await request(...signedWebhook(fixture, orphan, 'success'));
    report.check(
      'store frozen: a webhook before its order is answered 503',
      unknown.status === 503,
      `answers ${unknown.status}`,
    );
  },
};

/** P6 and P7: only the catalog sets prices, and only the full amount grants the item. */
export const wrongAmounts: Scenario = {
  name: 'wrong amounts',
  run: async (fixture, report) => {
    const [indian, american, forger] = await newPurchases(fixture, 3);
    if (!indian || !american || !forger) throw new Error('nothing to buy');
    const forged = [0, 1, -1, '1', 0.01, 1e9, 'NaN', [499], { $gt: 0 }, null];
    const responses = await Promise.all(
      forged.map((amount) =>
        request(`${fixture.api}/payments/create`, {
          method: 'POST',
          token: forger.reader.token,
          headers: { 'idempotency-key': `forged-${JSON.stringify(amount)}` },
          body: { items: [{ media: forger.book.mediaId, price: amount }], country: 'IN', amount },
        }),
      ),
    );
    report.check(
      'wrong amounts: a forged amount in the request is refused',
      responses.every(({ status }) => status >= 400 && status < 500),
      `answers ${responses.map(({ status }) => status).join(' ')}`,
    );

    const paid: PaidOrder[] = [];
    for (const purchase of [indian, american]) {
      const provider = purchase.country === 'IN' ? 'cashfree' : 'stripe';
      const started = await createOrder(fixture, purchase);
      await fixture.sandbox.setKnob({ target: `${provider}.pay`, wrongAmount: true, times: 1 });
      const one = await payOrder(fixture, purchase, started);
      const [path, options] = confirmationRequest(one);
      await request(`${fixture.api}${path}`, options);
      paid.push(one);
    }
    await fixture.sandbox.clearKnobs();
    const ids = paid.map(({ orderId }) => orderId);
    for (const id of ids) fixture.planted.add(id);
    const isFlagged = await poll(
      async () =>
        (await ordersOf(fixture).countDocuments({ _id: { $in: ids }, state: 'mismatch' })) === paid.length,
      SETTLED_MS,
    );
    const granted = await grantsOf(fixture).countDocuments({ paidBy: { $in: ids } });
    report.check(
      'wrong amounts: one minor unit less at the provider grants nothing and is flagged',
      isFlagged === true && granted === 0,
      `${paid.length} payments, ${granted} grants`,
    );
  },
};
