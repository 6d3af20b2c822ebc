import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { subscriptions } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import { ordersOf } from '../checker.ts';
import type { Fixture } from '../fixture.ts';
import { forEachConcurrently, request } from '../http.ts';
import { createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import { signedWebhook } from '../webhooks.ts';
import { createPaidOrders, newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const OUTAGE_MS = 8_000;
const ALARM_MS = 6_000;
const FROZEN_MS = 6_000;
const RECOVERED_MS = 60_000;

/** Creates paid orders during a fault. @returns the orders and the statuses of refused webhooks */
const createOrdersDuringFault = async (
  fixture: Fixture,
  many: number,
): Promise<{ paid: PaidOrder[]; refused: number[] }> => {
  const paid: PaidOrder[] = [];
  const refused: number[] = [];
  for (const batch of await Promise.all(
    Array.from({ length: Math.ceil(many / 10) }, (_, n) =>
      newPurchases(fixture, Math.min(10, many - n * 10)),
    ),
  ))
    await forEachConcurrently(batch, 4, async (purchase) => {
      const one = await payOrder(fixture, purchase, await createOrder(fixture, purchase), 'skip');
      paid.push(one);
      const { status } = await request(...signedWebhook(fixture, one, 'success'));
      if (status !== 200) refused.push(status);
    });
  return { paid, refused };
};

const paidHere = (fixture: Fixture, paid: readonly PaidOrder[]): Promise<number> =>
  ordersOf(fixture).countDocuments({ _id: { $in: paid.map(({ orderId }) => orderId) }, state: 'paid' });

/** P13: events committed while the broker is down are published when it is back. */
export const brokerDown: Scenario = {
  name: 'broker down',
  run: async (fixture, report, { scale }) => {
    const { server } = fixture.infra.rabbit;
    if (!server) return report.skip('broker down: RabbitMQ stops', 'RabbitMQ is shared with other runs');
    await server.kill();
    const { paid, refused } = await createOrdersDuringFault(fixture, 20 * scale);
    const kept = await paidHere(fixture, paid);
    await sleep(OUTAGE_MS);
    await server.start();
    const { ok, detail, counts } = await settleAndCount(fixture, paid, RECOVERED_MS);
    report.check(
      'broker down: every payment is stored, and published when the broker is back',
      ok && refused.length === 0 && kept === paid.length,
      `${kept} of ${paid.length} stored during the outage ${detail}`,
      counts,
    );
  },
};

/** P17: a broker that blocks publishers stops neither webhooks nor reads. */
export const brokerAlarm: Scenario = {
  name: 'broker alarm',
  run: async (fixture, report, { scale }) => {
    const { control } = fixture.infra.rabbit;
    if (!control) return report.skip('broker alarm: memory', 'RabbitMQ is shared with other runs');
    const [book] = fixture.books;
    control(['set_vm_memory_high_watermark', 'absolute', '1']);
    const release = (): void => control(['set_vm_memory_high_watermark', '0.6']);
    const { paid, refused } = await createOrdersDuringFault(fixture, 20 * scale).catch((error: unknown) => {
      release();
      throw error;
    });
    await sleep(ALARM_MS);
    release();
    const read = await request(`${fixture.api}/ebooks/${book?.mediaId}`);
    const { ok, detail, counts } = await settleAndCount(fixture, paid, RECOVERED_MS);
    report.check(
      'broker alarm: webhooks are stored, reads work, and all events are published afterwards',
      ok && refused.length === 0 && read.status === 200,
      `${refused.length} webhooks refused ${detail}`,
      counts,
    );
  },
};

/** All queues that are bound to an event type: with one of them left, the broker can route the event. */
const queuesOf = (type: string): string[] =>
  Object.values(subscriptions)
    .filter(({ event }) => event.type === type)
    .map(({ queue }) => queue);

const STORED_MS = 20_000;
const NO_ROUTE_ROUNDS = 3;

/** Pays orders while no queue is bound to their event. @returns whether all events were in the outbox at one time */
const payWithoutRoute = async (fixture: Fixture) => {
  const { event } = subscriptions['library.grant-access'];
  const queues = queuesOf(event.type);
  for (const queue of queues) await fixture.queues.unbind(queue, event.type);
  const { paid } = await createOrdersDuringFault(fixture, 10);
  const isStored = await poll(
    async () =>
      (await ordersOf(fixture).countDocuments({
        _id: { $in: paid.map(({ orderId }) => orderId) },
        outboxDue: { $exists: true },
      })) === paid.length,
    STORED_MS,
  );
  for (const queue of queues) await fixture.queues.bind(queue, event.type);
  return { isStored: isStored === true, settled: await settleAndCount(fixture, paid, RECOVERED_MS) };
};

/** P16: an unroutable message stays in the outbox. */
export const noRoute: Scenario = {
  name: 'no route',
  run: async (fixture, report) => {
    let round = await payWithoutRoute(fixture);
    // a consumer that reconnects in that time binds its queue: then the events had a route
    for (let rounds = 1; !round.isStored && round.settled.ok && rounds < NO_ROUTE_ROUNDS; rounds += 1)
      round = await payWithoutRoute(fixture);
    const { ok, detail, counts } = round.settled;
    report.check('no route: unroutable messages stay in the outbox', round.isStored);
    report.check('no route: with the binding restored, every message is delivered', ok, detail, counts);
  },
};

/** Publishes an unsigned payment event: what an attacker with only the broker password can do. */
const publishForgedEvent = async (fixture: Fixture): Promise<void> => {
  const { userId } = await fixture.newReader();
  const [book] = fixture.books;
  const { event } = subscriptions['library.grant-access'];
  const orderId = randomUUID();
  const outcome = {
    specversion: '1.0',
    id: randomUUID(),
    type: event.type,
    source: 'payments',
    subject: `order/${orderId}`,
    time: new Date().toISOString(),
    correlationid: randomUUID(),
    data: {
      orderId,
      userId,
      provider: 'stripe',
      total: { minor: 599, currency: 'USD' },
      items: [{ mediaId: book?.mediaId, mediaType: 'ebook', format: 'text' }],
    },
  };
  event.data.parse(outcome.data);
  await fixture.queues.publish(event.type, JSON.stringify(outcome));
};

/** P14, S43: unreadable and forged messages are parked with a reason and do not block valid ones. */
export const poisonMessages: Scenario = {
  name: 'poison messages',
  run: async (fixture, report, { scale }) => {
    const { queue, event } = subscriptions['library.grant-access'];
    const bad = [
      'this is no JSON {',
      '',
      JSON.stringify({ id: 'x', type: event.type }),
      JSON.stringify({
        specversion: '1.0',
        id: 'y',
        type: event.type,
        source: 'payments',
        data: { orderId: 7 },
      }),
      `"${'x'.repeat(5_000_000)}"`,
    ];
    const { INTERNAL_SECRET } = fixture.platform.secrets;
    for (const content of bad) {
      const signature = createHmac('sha256', INTERNAL_SECRET).update(content).digest('base64url');
      await fixture.queues.publish(event.type, content, signature);
    }
    await publishForgedEvent(fixture);
    const paid = await createPaidOrders(fixture, 10 * scale);
    const expectedParked = bad.length + 1;
    const parked = await poll(
      async () => (await fixture.queues.parkedIn(queue)) === expectedParked,
      RECOVERED_MS,
    );
    const reasons = await fixture.queues.drainParked(queue);
    // each consumer of the event parks the same messages
    for (const other of queuesOf(event.type).filter((name) => name !== queue)) {
      await poll(async () => (await fixture.queues.parkedIn(other)) === expectedParked, RECOVERED_MS);
      await fixture.queues.drainParked(other);
    }
    const { ok, detail, counts } = await settleAndCount(fixture, paid);
    report.check(
      `poison messages: ${bad.length} unreadable messages and a forged one are parked, each with its reason`,
      parked === true &&
        reasons.length === expectedParked &&
        reasons.every((reason) => reason.length > 0) &&
        reasons.filter((reason) => reason === 'not sealed').length === 1,
      reasons.join('; '),
    );
    report.check('poison messages: valid messages are delivered', ok, detail, counts);
  },
};

/** P15: repeated consumer crashes do not exhaust the delivery attempts of messages. */
export const crashingConsumer: Scenario = {
  name: 'crashing consumer',
  run: async (fixture, report, { scale }) => {
    fixture.part('library').kill('SIGSTOP');
    const { paid } = await createOrdersDuringFault(fixture, 40 * scale);
    fixture.part('library').kill('SIGCONT');
    const crashes = 12 * scale;
    for (let n = 0; n < crashes; n += 1) {
      await fixture.crash('library');
      await sleep(400 + Math.random() * 900);
    }
    await fixture.ready();
    const { ok, detail, counts } = await settleAndCount(fixture, paid, RECOVERED_MS * 2);
    report.check(`crashing consumer: ${crashes} crashes in a row lose and park nothing`, ok, detail, counts);
  },
};

/** P18: a frozen service delays only its own work. */
export const frozenService: Scenario = {
  name: 'frozen service',
  run: async (fixture, report, { scale }) => {
    for (const name of ['library', 'catalog', 'identity'] as const) {
      const part = fixture.part(name);
      const purchases = await newPurchases(fixture, Math.min(10 * scale, fixture.books.length));
      part.kill('SIGSTOP');
      const resumed = sleep(FROZEN_MS).then(() => part.kill('SIGCONT'));
      const paid: PaidOrder[] = [];
      const refused: number[] = [];
      await forEachConcurrently(purchases, 4, async (purchase) => {
        const one = await payOrder(fixture, purchase, await createOrder(fixture, purchase), 'skip');
        paid.push(one);
        const { status } = await request(...signedWebhook(fixture, one, 'success'));
        if (status !== 200) refused.push(status);
      });
      await resumed;
      const { ok, detail, counts } = await settleAndCount(fixture, paid);
      report.check(
        `frozen service: ${name} is frozen, payments are accepted`,
        ok && refused.length === 0,
        detail,
        counts,
      );
    }
  },
};
