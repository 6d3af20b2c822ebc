import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { subscriptions } from '@satrangi/contracts';
import { ordersOf } from '../checker.ts';
import { ask, inLanes, until } from '../http.ts';
import { type Paid, pay, start } from '../shop.ts';
import { signedWebhook } from '../webhooks.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenario.ts';
import { buyMany, settled, wishesOf } from './wishes.ts';

const AWAY_MS = 8_000;
const ALARM_MS = 6_000;
const FROZEN_MS = 6_000;
const MOVED_MS = 60_000;

/** Buys while something is wrong. @returns what was paid, and the webhooks that were not taken */
const buyDuring = async (world: World, many: number): Promise<{ paid: Paid[]; refused: number[] }> => {
  const paid: Paid[] = [];
  const refused: number[] = [];
  for (const batch of await Promise.all(
    Array.from({ length: Math.ceil(many / 10) }, (_, n) => wishesOf(world, Math.min(10, many - n * 10))),
  ))
    await inLanes(batch, 4, async (wish) => {
      const one = await pay(world, wish, await start(world, wish), 'skip');
      paid.push(one);
      const { status } = await ask(...signedWebhook(world, one, 'success'));
      if (status !== 200) refused.push(status);
    });
  return { paid, refused };
};

const paidHere = (world: World, paid: readonly Paid[]): Promise<number> =>
  ordersOf(world).countDocuments({ _id: { $in: paid.map(({ orderId }) => orderId) }, state: 'paid' });

/** P13: what was committed while the broker was away is said when it is back. */
export const brokerAway: Scenario = {
  name: 'broker away',
  run: async (world, report, { scale }) => {
    const { server } = world.infra.rabbit;
    if (!server) return report.skip('broker away: RabbitMQ stops', 'RabbitMQ of this machine is shared');
    await server.kill();
    const { paid, refused } = await buyDuring(world, 20 * scale);
    const kept = await paidHere(world, paid);
    await sleep(AWAY_MS);
    await server.start();
    const { ok, detail, counts } = await settled(world, paid, MOVED_MS);
    report.check(
      'broker away: every payment is kept without it, and told when it is back',
      ok && refused.length === 0 && kept === paid.length,
      `${kept} of ${paid.length} kept meanwhile ${detail}`,
      counts,
    );
  },
};

/** P17: a broker that takes nothing any more stops neither webhooks nor reads. */
export const brokerAlarm: Scenario = {
  name: 'broker alarm',
  run: async (world, report, { scale }) => {
    const { control } = world.infra.rabbit;
    if (!control) return report.skip('broker alarm: memory', 'RabbitMQ of this machine is shared');
    const [book] = world.books;
    control(['set_vm_memory_high_watermark', 'absolute', '1']);
    const release = (): void => control(['set_vm_memory_high_watermark', '0.6']);
    const { paid, refused } = await buyDuring(world, 20 * scale).catch((error: unknown) => {
      release();
      throw error;
    });
    await sleep(ALARM_MS);
    release();
    const read = await ask(`${world.api}/ebooks/${book?.mediaId}`);
    const { ok, detail, counts } = await settled(world, paid, MOVED_MS);
    report.check(
      'broker alarm: webhooks are kept and books are shown, and all is told afterwards',
      ok && refused.length === 0 && read.status === 200,
      `${refused.length} webhooks refused ${detail}`,
      counts,
    );
  },
};

/** P16: what finds no queue is not sent. */
export const noRoute: Scenario = {
  name: 'no route',
  run: async (world, report) => {
    const { queue, event } = subscriptions['library.grant-access'];
    await world.queues.unbind(queue, event.type);
    const { paid } = await buyDuring(world, 10);
    const waiting = await until(
      async () =>
        (await ordersOf(world).countDocuments({
          _id: { $in: paid.map(({ orderId }) => orderId) },
          outboxDue: { $exists: true },
        })) === paid.length,
      MOVED_MS,
    );
    await world.queues.bind(queue, event.type);
    const { ok, detail, counts } = await settled(world, paid, MOVED_MS);
    report.check('no route: what found no queue waits in its document', waiting === true);
    report.check('no route: with the way back, everything arrives', ok, detail, counts);
  },
};

/** Tells library of a payment that never was, with the password of the broker and nothing else. */
const forge = async (world: World): Promise<void> => {
  const { userId } = await world.newReader();
  const [book] = world.books;
  const { event } = subscriptions['library.grant-access'];
  const orderId = randomUUID();
  const fact = {
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
  event.data.parse(fact.data);
  await world.queues.put(event.type, JSON.stringify(fact));
};

/** P14, S43: messages nobody can read or no service said are put aside with a reason, and good ones go past them. */
export const poison: Scenario = {
  name: 'poison',
  run: async (world, report, { scale }) => {
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
    const { INTERNAL_SECRET } = world.platform.secrets;
    for (const content of bad) {
      const seal = createHmac('sha256', INTERNAL_SECRET).update(content).digest('base64url');
      await world.queues.put(event.type, content, seal);
    }
    await forge(world);
    const paid = await buyMany(world, 10 * scale);
    const aside = bad.length + 1;
    const parked = await until(async () => (await world.queues.parkedIn(queue)) === aside, MOVED_MS);
    const reasons = await world.queues.takeParked(queue);
    const { ok, detail, counts } = await settled(world, paid);
    report.check(
      `poison: ${bad.length} unreadable messages and a forged one are put aside, each with its reason`,
      parked === true &&
        reasons.length === aside &&
        reasons.every((reason) => reason.length > 0) &&
        reasons.filter((reason) => reason === 'not sealed').length === 1,
      reasons.join('; '),
    );
    report.check('poison: good messages go past them', ok, detail, counts);
  },
};

/** P15: a consumer that dies again and again burns nobody’s messages. */
export const dyingConsumer: Scenario = {
  name: 'dying consumer',
  run: async (world, report, { scale }) => {
    world.part('library').kill('SIGSTOP');
    const { paid } = await buyDuring(world, 40 * scale);
    world.part('library').kill('SIGCONT');
    const deaths = 12 * scale;
    for (let n = 0; n < deaths; n += 1) {
      await world.crash('library');
      await sleep(400 + Math.random() * 900);
    }
    await world.ready();
    const { ok, detail, counts } = await settled(world, paid, MOVED_MS * 2);
    report.check(`dying consumer: ${deaths} deaths in a row lose and park nothing`, ok, detail, counts);
  },
};

/** P18: a part that stands still delays its own work only. */
export const frozenPart: Scenario = {
  name: 'frozen part',
  run: async (world, report, { scale }) => {
    for (const name of ['library', 'catalog', 'identity'] as const) {
      const part = world.part(name);
      const wishes = await wishesOf(world, Math.min(10 * scale, world.books.length));
      part.kill('SIGSTOP');
      const thaw = sleep(FROZEN_MS).then(() => part.kill('SIGCONT'));
      const paid: Paid[] = [];
      const refused: number[] = [];
      await inLanes(wishes, 4, async (wish) => {
        const one = await pay(world, wish, await start(world, wish), 'skip');
        paid.push(one);
        const { status } = await ask(...signedWebhook(world, one, 'success'));
        if (status !== 200) refused.push(status);
      });
      await thaw;
      const { ok, detail, counts } = await settled(world, paid);
      report.check(
        `frozen part: ${name} stands still, payments are taken all the same`,
        ok && refused.length === 0,
        detail,
        counts,
      );
    }
  },
};
