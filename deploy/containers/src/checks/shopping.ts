import { randomBytes } from 'node:crypto';
import { databaseName } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import { docker } from '../docker.ts';
import type { Report } from '../report.ts';
import {
  type Order,
  openLive,
  openReader,
  ownedBy,
  payOrder,
  type Reader,
  requestAt,
  startOrder,
} from '../shop.ts';
import type { PartName, Stack } from '../stack.ts';
import { runProbe } from './probe.ts';

/** Register, log in, browse, buy, read, and receive the live message in an open tab. */
export const checkShopping = async (stack: Stack, report: Report, book: string): Promise<void> => {
  const page = await fetch(stack.url);
  report.check(
    'the pages are served',
    page.ok && (await page.text()).includes('<div id="root"'),
    page.status,
  );
  const reader = await openReader(stack, 'walk');
  const { json } = await requestAt(`${stack.url}/api/ebooks/${book}`);
  report.check('a reader registers, logs in and finds the book', json._id === book, json);

  const live = await openLive(stack, reader);
  report.check('live messages are an event stream', live.type.startsWith('text/event-stream'), live.type);
  const order = await startOrder(stack, reader, book);
  await payOrder(stack, order);
  const entries = await ownedBy(stack, reader, book);
  report.check('a purchase through the sandbox stands in the library', entries.length === 1, entries);
  await until('the live message arrives', async () => live.text().includes('library-updated'));
  report.check('an open tab gets the live message', true);
  live.close();

  const file = await fetch(`${stack.url}/api/ebooks/${book}/pdf`, {
    headers: { authorization: `Bearer ${reader.token}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  report.check(
    'the owner reads the whole PDF',
    file.ok && bytes.subarray(0, 5).toString() === '%PDF-',
    file.status,
  );
  const sample = await fetch(`${stack.url}/api/ebooks/${book}/preview-limited`);
  report.check('a stranger reads the sample', sample.ok, sample.status);
};

/** SIGKILL. The engine does not restart a manually stopped container, so it is started explicitly. */
const crash = async (stack: Stack, part: PartName): Promise<void> => {
  const id = await stack.container(part);
  await docker(['kill', '--signal', 'KILL', id]);
  await docker(['start', id]);
};
const restart = async (stack: Stack, part: PartName): Promise<void> => {
  await docker(['restart', await stack.container(part)]);
};

type Counts = Readonly<Record<string, { grants: number; announced: number }>>;

/**
 * Orders while one service is killed and another is restarted. Counted at the end: one entry for each reader at the API,
 * one document in the database, one event on the exchange.
 */
export const checkFailures = async (stack: Stack, report: Report, book: string): Promise<void> => {
  const tap = `probe.tap.${randomBytes(4).toString('hex')}`;
  const operator = `amqp://operator:${stack.env.RABBITMQ_PASSWORD}@rabbitmq:5672`;
  const input = { operator, tap, book, database: databaseName('library') };
  await runProbe(stack, 'library', { name: 'open-tap', input });
  const readers: Reader[] = [];
  for (const name of ['killed', 'restarted', 'broken']) readers.push(await openReader(stack, name));
  const [first, second, third] = readers as [Reader, Reader, Reader];

  const orders: Order[] = [];
  orders.push(await startOrder(stack, first, book));
  await Promise.all([payOrder(stack, orders[0] as Order), crash(stack, 'library')]);
  const [started] = await Promise.all([startOrder(stack, second, book), restart(stack, 'library')]);
  await Promise.all([payOrder(stack, started), crash(stack, 'payments')]);
  const late = await startOrder(stack, third, book);
  await Promise.all([payOrder(stack, late), restart(stack, 'rabbitmq')]);
  orders.push(started, late);

  for (const [index, reader] of readers.entries()) {
    const entries = await ownedBy(stack, reader, book);
    report.check(
      `order ${index + 1} of 3, parts killed and restarted in the middle: owned once`,
      entries.length === 1,
      entries,
    );
  }
  await stack.healthy();
  const counts = await until('every event is announced', async () => {
    const found = await runProbe<Counts>(stack, 'library', { name: 'count-grants', input });
    return Object.values(found).filter(({ announced }) => announced > 0).length >= orders.length && found;
  });
  const wrong = Object.entries(counts).filter(([, { grants, announced }]) => grants !== 1 || announced > 1);
  report.check('one grant in the database and one event for each order', wrong.length === 0, counts);
};
