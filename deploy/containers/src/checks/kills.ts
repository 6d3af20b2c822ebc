import { randomBytes } from 'node:crypto';
import { databaseName } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import { docker } from '../docker.ts';
import { booksForSale, openBuyers, type PaidOrder } from '../orders.ts';
import type { Report } from '../report.ts';
import { ownedBy } from '../shop.ts';
import { ownParts, type PartName, type Stack, stores } from '../stack.ts';
import { runProbe } from './probe.ts';

const BUYERS = 3;
const ORDERS_AFTER_EACH = 2;

/** SIGKILL. The engine does not restart a manually stopped container, so it is started explicitly. */
const crash = async (stack: Stack, part: PartName): Promise<void> => {
  const id = await stack.container(part);
  await docker(['kill', '--signal', 'KILL', id]);
  await docker(['start', id]);
};

type Counts = Readonly<Record<string, { grants: number; announced: number }>>;

/** Counts what each order became: entries at the API, documents in the database, events on the exchange. */
const checkOrders = async (
  stack: Stack,
  report: Report,
  paid: readonly PaidOrder[],
  count: () => Promise<Counts>,
): Promise<void> => {
  const problems: string[] = [];
  // one request for all titles of a reader: the gateway limits requests
  for (const [reader, orders] of Map.groupBy(paid, (order) => order.reader)) {
    const titles = orders.map(({ media }) => media);
    const entries = await ownedBy(stack, reader, titles).catch(() => []);
    for (const media of titles) {
      const found = entries.filter((entry) => entry.media._id === media).length;
      if (found !== 1) problems.push(`${media}: ${found} entries`);
    }
  }
  report.check(
    `${paid.length} orders: 0 lost, 0 doubled in the libraries of their readers`,
    problems.length === 0,
    problems,
  );
  const counts = await until('every event is announced', async () => {
    const found = await count();
    return Object.values(found).filter(({ announced }) => announced > 0).length >= paid.length && found;
  });
  const wrong = Object.entries(counts).filter(([, { grants, announced }]) => grants !== 1 || announced !== 1);
  report.check(
    `${paid.length} orders: one grant in the database and one event for each`,
    wrong.length === 0 && Object.keys(counts).length === paid.length,
    { wrong, counted: Object.keys(counts).length },
  );
};

/**
 * Kills every container, one after another, while buyers pay one order after another. At the end each paid order is
 * granted exactly once.
 */
export const checkKills = async (stack: Stack, report: Report): Promise<void> => {
  const tap = `probe.tap.${randomBytes(4).toString('hex')}`;
  const operator = `amqp://operator:${stack.env.RABBITMQ_PASSWORD}@rabbitmq:5672`;
  const input = { operator, tap, database: databaseName('library'), since: new Date().toISOString() };
  await runProbe(stack, 'library', { name: 'open-tap', input });
  const buyers = openBuyers(stack, await booksForSale(stack), BUYERS);
  for (const part of [...ownParts, ...stores]) {
    const before = buyers.paid.length;
    const began = performance.now();
    await crash(stack, part);
    await stack.healthy([part]);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    const whileDown = buyers.paid.length - before;
    const goesOn = await until(
      'orders are paid again',
      async () => buyers.paid.length >= before + whileDown + ORDERS_AFTER_EACH,
      180_000,
    ).catch(() => false);
    report.check(
      `${part} killed: healthy after ${seconds} s, ${whileDown} orders paid in between, more after it`,
      goesOn,
    );
  }
  await buyers.stop();
  await stack.healthy();
  await checkOrders(stack, report, buyers.paid, () =>
    runProbe<Counts>(stack, 'library', { name: 'count-grants', input }),
  );
};
