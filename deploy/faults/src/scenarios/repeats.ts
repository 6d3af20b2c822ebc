import { setTimeout as sleep } from 'node:timers/promises';
import { OrderId } from '@satrangi/contracts';
import { grantsOf, ordersOf } from '../checker.ts';
import { ask, inLanes, until } from '../http.ts';
import { type Paid, pay, returnOf, start } from '../shop.ts';
import { signedWebhook } from '../webhooks.ts';
import type { Scenario } from './scenario.ts';
import { settled, wishesOf } from './wishes.ts';

const SETTLED_MS = 60_000;
const DUPLICATED_ORDERS = 20;
const DELIVERIES = 50;
const PRESSES = 20;
const PRESSERS = 10;
const LOCKED_ORDERS = 10;
const LOCKED_MS = 5_000;

/** P3: the same payment told again and again, by the provider and the buyer's page at the same time. */
export const duplicates: Scenario = {
  name: 'duplicates',
  run: async (world, report) => {
    const wishes = await wishesOf(world, DUPLICATED_ORDERS);
    const paid: Paid[] = [];
    const refusals = new Set<number>();
    await inLanes(wishes, 2, async (wish) => {
      const one = await pay(world, wish, await start(world, wish), 'skip');
      paid.push(one);
      const webhook = signedWebhook(world, one, 'success');
      const [path, question] = returnOf(one);
      const deliveries = Array.from({ length: DELIVERIES }, (_, n) =>
        n % 2 === 0 ? ask(...webhook) : ask(`${world.api}${path}`, question),
      );
      for (const { status } of await Promise.all(deliveries)) if (status !== 200) refusals.add(status);
    });
    const { ok, detail, counts } = await settled(world, paid);
    report.check(
      `duplicates: ${paid.length} payments told ${DELIVERIES} times each at once grant ${paid.length} times`,
      ok && refusals.size === 0,
      `${detail}${refusals.size > 0 ? ` answers ${[...refusals].join(', ')}` : ''}`,
      counts,
    );
  },
};

/** P8: Buy pressed many times at once, while the gateway dies. */
export const doublePresses: Scenario = {
  name: 'double presses',
  run: async (world, report) => {
    const before = new Set((await world.sandbox.payments()).map(({ orderId }) => orderId));
    const orderIds: Set<string>[] = [];
    const paid: Paid[] = [];
    const buyers = await Promise.all(Array.from({ length: PRESSERS }, () => wishesOf(world, 1)));
    const pressAll = inLanes(buyers.flat(), 2, async (wish) => {
      const key = `press-${wish.reader.userId}`;
      const presses = await Promise.all(Array.from({ length: PRESSES }, () => start(world, wish, key)));
      orderIds.push(new Set(presses.map(({ orderId }) => orderId)));
      const [first] = presses;
      if (first) paid.push(await pay(world, wish, first));
    });
    await sleep(300);
    await world.crash('gateway');
    await pressAll;
    const made = (await world.sandbox.payments()).filter(({ orderId }) => !before.has(orderId)).length;
    const { ok, detail, counts } = await settled(world, paid);
    report.check(
      `double presses: ${PRESSERS} buyers press ${PRESSES} times at once and have one order each`,
      ok && orderIds.every(({ size }) => size === 1) && made === PRESSERS,
      `payments at the providers=${made} ${detail}`,
      counts,
    );

    const [wish] = await wishesOf(world, 1);
    const other = world.books[1];
    if (!wish || !other) throw new Error('nothing to buy');
    await start(world, wish, 'one-key');
    const again = await ask(`${world.api}/payments/create`, {
      method: 'POST',
      token: wish.reader.token,
      headers: { 'idempotency-key': 'one-key' },
      body: { items: [{ media: other.mediaId }], country: wish.country },
    });
    report.check(
      'double presses: one key with another wish is refused',
      again.status === 422,
      `answers ${again.status}`,
    );
  },
};

/** P5: webhooks that can not be kept are not taken. */
export const lockedStore: Scenario = {
  name: 'store locked',
  run: async (world, report) => {
    const wishes = await wishesOf(world, LOCKED_ORDERS);
    const ready = await Promise.all(
      wishes.map(async (wish) => ({ wish, started: await start(world, wish) })),
    );
    world.part('mongo').kill('SIGSTOP');
    let isLocked = true;
    const taken: number[] = [];
    const paid = await Promise.all(ready.map(({ wish, started }) => pay(world, wish, started)));
    const told = Promise.all(
      paid.map(async (one) => {
        const { status } = await ask(...signedWebhook(world, one, 'success'));
        if (isLocked && status >= 200 && status < 300) taken.push(status);
      }),
    );
    await sleep(LOCKED_MS);
    isLocked = false;
    world.part('mongo').kill('SIGCONT');
    await told;
    const { ok, detail, counts } = await settled(world, paid);
    report.check('store locked: no webhook is taken and forgotten', ok && taken.length === 0, detail, counts);

    const [first] = paid;
    if (!first) throw new Error('nobody paid');
    const { started } = first;
    const early = { started: { ...started, orderId: OrderId.parse(`${started.orderId}-x`) } };
    const unknown = await ask(...signedWebhook(world, early, 'success'));
    report.check(
      'store locked: a webhook that comes before its order is told to come again',
      unknown.status === 503,
      `answers ${unknown.status}`,
    );
  },
};

/** P6 and P7: nobody but the catalog sets a price, and only the whole price buys. */
export const wrongAmounts: Scenario = {
  name: 'wrong amounts',
  run: async (world, report) => {
    const [indian, american, believer] = await wishesOf(world, 3);
    if (!indian || !american || !believer) throw new Error('nothing to buy');
    const forged = [0, 1, -1, '1', 0.01, 1e9, 'NaN', [499], { $gt: 0 }, null];
    const answers = await Promise.all(
      forged.map((amount) =>
        ask(`${world.api}/payments/create`, {
          method: 'POST',
          token: believer.reader.token,
          headers: { 'idempotency-key': `forged-${JSON.stringify(amount)}` },
          body: { items: [{ media: believer.book.mediaId, price: amount }], country: 'IN', amount },
        }),
      ),
    );
    report.check(
      'wrong amounts: an amount of the page’s own making is refused',
      answers.every(({ status }) => status >= 400 && status < 500),
      `answers ${answers.map(({ status }) => status).join(' ')}`,
    );

    const paid: Paid[] = [];
    for (const wish of [indian, american]) {
      const provider = wish.country === 'IN' ? 'cashfree' : 'stripe';
      const started = await start(world, wish);
      await world.sandbox.knob({ target: `${provider}.pay`, wrongAmount: true, times: 1 });
      const one = await pay(world, wish, started);
      const [path, question] = returnOf(one);
      await ask(`${world.api}${path}`, question);
      paid.push(one);
    }
    await world.sandbox.clearKnobs();
    const ids = paid.map(({ orderId }) => orderId);
    for (const id of ids) world.planted.add(id);
    const seen = await until(
      async () =>
        (await ordersOf(world).countDocuments({ _id: { $in: ids }, state: 'mismatch' })) === paid.length,
      SETTLED_MS,
    );
    const granted = await grantsOf(world).countDocuments({ paidBy: { $in: ids } });
    report.check(
      'wrong amounts: one minor unit less at the provider grants nothing and is shown to a person',
      seen === true && granted === 0,
      `${paid.length} payments, ${granted} grants`,
    );
  },
};
