import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, erasingServices, serviceNames } from '@satrangi/contracts';
import { serviceDatabases } from '@satrangi/start';
import type { Document } from 'mongodb';
import { untilFulfilled, untilQuiet } from '../checker.ts';
import { askPatiently, inLanes, until } from '../http.ts';
import { type Paid, pay, start } from '../shop.ts';
import type { PartName, World } from '../world.ts';
import type { Scenario } from './scenario.ts';

const PEOPLE = 10;
const ERASED_MS = 120_000;
const PACE_MS = 1_500;
const victims: readonly PartName[] = [...serviceNames, 'mongo'];

/** Documents of any service in which a word of these stands. */
const documentsWith = async (world: World, words: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { service, db, collections } of await serviceDatabases(world.mongo))
    for (const name of collections)
      for (const row of await db.collection<Document>(name).find({}).toArray()) {
        const text = JSON.stringify(row);
        if (words.some((word) => text.includes(word))) found.push(`${service}.${name}`);
      }
  return [...new Set(found)];
};

/** P42: whoever leaves is forgotten by all, however often parts die meanwhile; the books keep the money. */
export const erasureUnderKills: Scenario = {
  name: 'erasure',
  run: async (world, report, { scale }) => {
    const canary = `canary${Date.now().toString(36)}`;
    const paid: Paid[] = [];
    for (let n = 0; n < PEOPLE * scale; n += 1) {
      const [reader, book] = [await world.newReader(`${canary}-${n}`), world.books[n % world.books.length]];
      if (!book) throw new Error('nothing to buy');
      const wish = {
        reader,
        book,
        country: n % 2 === 0 ? 'IN' : 'US',
        email: `${canary}.${n}@faults.example`,
      } as const;
      paid.push(await pay(world, wish, await start(world, wish)));
    }
    const people = paid.map(({ reader }) => reader);
    await untilFulfilled(
      world,
      paid.map(({ orderId }) => orderId),
      ERASED_MS,
    );
    await untilQuiet(world, ERASED_MS);

    const leaveAll = inLanes(people, 3, async ({ token }) => {
      const { status } = await askPatiently(`${world.api}/users/delete`, {
        method: 'DELETE',
        token,
        body: {},
      });
      // 401: the first try did it, and its answer was lost.
      if (status >= 300 && status !== 401) throw new Error(`leaving answers ${status}`);
    });
    const killAll = (async () => {
      for (let n = 0; n < victims.length * scale; n += 1) {
        await sleep(PACE_MS);
        await world.crash(victims[n % victims.length] ?? 'identity');
      }
    })();
    await Promise.all([leaveAll, killAll]);
    await world.ready();

    const userIds = people.map(({ userId }) => userId);
    const answered = Object.fromEntries(
      erasingServices.map((service) => [`erasure.forgottenBy.${service}`, { $exists: true }]),
    );
    const accounts = world.mongo.db(databaseName('identity')).collection<{ _id: string }>('accounts');
    const forgotten = await until(
      async () => (await accounts.countDocuments({ _id: { $in: userIds }, ...answered })) === userIds.length,
      ERASED_MS,
    );
    await untilQuiet(world, ERASED_MS);
    const left = await documentsWith(world, [canary]);
    const { parked } = await world.queues.depths();
    const kept = await world.mongo
      .db(databaseName('payments'))
      .collection('orders')
      .countDocuments({ userId: { $in: userIds }, state: 'paid' });
    report.check(
      `erasure: ${userIds.length} people are forgotten by every service, whoever dies meanwhile`,
      forgotten === true && left.length === 0 && parked === 0,
      `answered=${forgotten === true} words left in=${left.join(' ') || 'nothing'} dlq_left=${parked}`,
    );
    report.check(
      'erasure: the books keep the money under an id that names nobody',
      kept === paid.length,
      `${kept} of ${paid.length} orders`,
    );
  },
};
