import { databaseName, serviceNames } from '@satrangi/contracts';
import { serviceDatabases } from '@satrangi/start';
import type { Document } from 'mongodb';
import { waitUntilErased, waitUntilFulfilled, waitUntilIdle } from '../checker.ts';
import type { Fixture, PartName } from '../fixture.ts';
import { forEachConcurrently, requestWithRetry } from '../http.ts';
import { createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import { killInTurn } from './kills.ts';
import type { Scenario } from './scenario.ts';

const ACCOUNTS = 10;
const ERASED_MS = 120_000;
const targets: readonly PartName[] = [...serviceNames, 'mongo'];

/** @returns collections of all services with a document that contains one of the words */
const documentsWith = async (fixture: Fixture, words: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { service, db, collections } of await serviceDatabases(fixture.mongo))
    for (const name of collections)
      for (const row of await db.collection<Document>(name).find({}).toArray()) {
        const text = JSON.stringify(row);
        if (words.some((word) => text.includes(word))) found.push(`${service}.${name}`);
      }
  return [...new Set(found)];
};

/** P42: every service erases a deleted account although processes are killed; the orders are kept. */
export const erasureUnderKills: Scenario = {
  name: 'erasure',
  run: async (fixture, report, { scale }) => {
    const canary = `canary${Date.now().toString(36)}`;
    const paid: PaidOrder[] = [];
    for (let n = 0; n < ACCOUNTS * scale; n += 1) {
      const [reader, book] = [
        await fixture.newReader(`${canary}-${n}`),
        fixture.books[n % fixture.books.length],
      ];
      if (!book) throw new Error('nothing to buy');
      const purchase = {
        reader,
        book,
        country: n % 2 === 0 ? 'IN' : 'US',
        email: `${canary}.${n}@faults.example`,
      } as const;
      paid.push(await payOrder(fixture, purchase, await createOrder(fixture, purchase)));
    }
    const readers = paid.map(({ reader }) => reader);
    await waitUntilFulfilled(
      fixture,
      paid.map(({ orderId }) => orderId),
      ERASED_MS,
    );
    await waitUntilIdle(fixture, ERASED_MS);

    const deleteAll = forEachConcurrently(readers, 3, async ({ token }) => {
      const { status } = await requestWithRetry(`${fixture.api}/users/delete`, {
        method: 'DELETE',
        token,
        body: {},
      });
      // 401: the first attempt succeeded and its response was lost.
      if (status >= 300 && status !== 401) throw new Error(`account deletion answers ${status}`);
    });
    await Promise.all([deleteAll, killInTurn(fixture, targets.length * scale, targets)]);
    await fixture.ready();

    const userIds = readers.map(({ userId }) => userId);
    const isErased = await waitUntilErased(fixture, userIds, ERASED_MS);
    await waitUntilIdle(fixture, ERASED_MS);
    const left = await documentsWith(fixture, [canary]);
    const { parked } = await fixture.queues.depths();
    const kept = await fixture.mongo
      .db(databaseName('payments'))
      .collection('orders')
      .countDocuments({ userId: { $in: userIds }, state: 'paid' });
    report.check(
      `erasure: ${userIds.length} accounts are erased by every service under kills`,
      isErased && left.length === 0 && parked === 0,
      `acknowledged=${isErased} words left in=${left.join(' ') || 'nothing'} dlq_left=${parked}`,
    );
    report.check(
      'erasure: the orders are kept under an anonymous id',
      kept === paid.length,
      `${kept} of ${paid.length} orders`,
    );
  },
};
