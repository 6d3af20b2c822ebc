import { databaseName } from '@satrangi/contracts';
import { serviceDatabases } from '@satrangi/start';
import type { Document } from 'mongodb';
import { until } from './http.ts';
import type { Heard } from './infra/queues.ts';
import type { Booked } from './sandbox.ts';
import type { Paid } from './shop.ts';
import type { World } from './world.ts';

/** What a run must count; field names as in total-queue checkers of message brokers. */
export type Counts = {
  /** Orders the providers report as paid. */
  readonly attempt: number;
  /** Of these: granted to their buyer, and the order knows. */
  readonly ok: number;
  /** Paid, and not in the library. */
  readonly lost: number;
  /** Things said or done more than once: grants, facts, receipts under different ids. */
  readonly duplicated: number;
  /** In a library without a payment. */
  readonly unexpected: number;
  /** Paid orders that neither a webhook nor the buyer's page told of: found by asking. */
  readonly recovered: number;
  /** Sum of paid orders minus the providers' books, minor units of each currency added. */
  readonly money_diff: number;
  /** Receipts that never came. */
  readonly receipts_missing: number;
  readonly outbox_left: number;
  readonly queue_left: number;
  readonly dlq_left: number;
};

type OrderRow = {
  _id: string;
  userId: string;
  state: string;
  amount: { minor: number; currency: string };
  fulfilledAt: Date | null;
  /** There while the order has something to say. */
  outboxDue?: Date;
  items: { mediaId: string; format: string }[];
};
type GrantRow = { _id: string; paidBy: string[]; revokedAt: string | null };

export const ordersOf = (world: World) =>
  world.mongo.db(databaseName('payments')).collection<OrderRow>('orders');
export const grantsOf = (world: World) =>
  world.mongo.db(databaseName('library')).collection<GrantRow>('grants');

/** Facts that have not been told yet. */
export const unsaid = { outboxDue: { $exists: true } };
/** Mails that have not been sent yet; one that was under way at a death waits for its lease to end. */
const undone = { kind: { $type: 'string' }, due: { $exists: true } };

/** Documents of all services that still have something to say or to do. @throws Error when a database is missing */
export const outboxLeft = async (
  world: Pick<World, 'mongo'>,
  what: Document = { $or: [unsaid, undone] },
): Promise<number> => {
  let left = 0;
  for (const { db, collections } of await serviceDatabases(world.mongo))
    for (const name of collections) {
      const rows = await db.collection<Document>(name).countDocuments(what);
      left += rows;
    }
  return left;
};

/** Waits until every one of these orders stands in a library. @returns how many do not when time is up */
export const untilFulfilled = async (
  world: World,
  orderIds: readonly string[],
  withinMs: number,
): Promise<number> => {
  const open = (): Promise<number> =>
    ordersOf(world).countDocuments({ _id: { $in: [...orderIds] }, fulfilledAt: null });
  const done = await until(async () => (await open()) === 0, withinMs, 250);
  return done ? 0 : open();
};

/** Waits until nothing is on its way any more. */
export const untilQuiet = async (world: World, withinMs: number, what?: Document): Promise<void> => {
  await until(
    async () => {
      const [rows, { waiting }] = [await outboxLeft(world, what), await world.queues.depths()];
      return rows === 0 && waiting === 0;
    },
    withinMs,
    300,
  );
};

const extra = (values: Iterable<Set<unknown>>): number =>
  [...values].reduce((sum, { size }) => sum + Math.max(0, size - 1), 0);

const grouped = <T>(rows: readonly T[], key: (row: T) => string, value: (row: T) => unknown) => {
  const groups = new Map<string, Set<unknown>>();
  for (const row of rows) groups.set(key(row), (groups.get(key(row)) ?? new Set()).add(value(row)));
  return groups;
};

/** A book is granted once; and once more for each time it was taken back, which happens to nobody who does not have it. */
const saidTooOften = (heard: readonly Heard[]): number => {
  const factsOf = (beginning: string) =>
    grouped(
      heard.filter(({ type }) => type.startsWith(beginning)),
      ({ data }) => `${data.userId}:${data.mediaId}:${data.format}`,
      ({ id }) => id,
    );
  const [granted, revoked] = [factsOf('library.access-granted'), factsOf('library.access-revoked')];
  return [...new Set([...granted.keys(), ...revoked.keys()])].filter((key) => {
    const owned = (granted.get(key)?.size ?? 0) - (revoked.get(key)?.size ?? 0);
    return owned < 0 || owned > 1;
  }).length;
};

const grantIdsOf = ({ userId, items }: OrderRow): string[] =>
  items.map(({ mediaId, format }) => `${userId}:${mediaId}:${format}`);

/** Compares the providers' books, the orders, the libraries, what was said and what was mailed. */
export const count = async (world: World, paid: readonly Paid[]): Promise<Counts> => {
  const ids = new Set(paid.map(({ orderId }) => orderId));
  const ledger = (await world.sandbox.payments()).filter(({ orderId }) => ids.has(orderId));
  const booked = new Map<string, Booked>(
    ledger.filter(({ isPaid }) => isPaid).map((row) => [row.orderId, row]),
  );
  const orders = await ordersOf(world)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  const users = new Set(paid.map(({ reader }) => reader.userId));
  const grants = (await grantsOf(world).find({ revokedAt: null }).toArray()).filter(({ _id }) =>
    users.has(_id.split(':')[0] ?? ''),
  );
  const carried = new Set(grants.flatMap(({ _id, paidBy }) => paidBy.map((orderId) => `${_id}/${orderId}`)));
  const isGranted = (order: OrderRow): boolean =>
    grantIdsOf(order).every((grantId) => carried.has(`${grantId}/${order._id}`));

  const paidOrders = orders.filter(({ _id }) => booked.has(_id));
  const okOrders = paidOrders.filter(
    (order) => order.state === 'paid' && order.fulfilledAt !== null && isGranted(order),
  );
  const unexpected = grants
    .flatMap(({ paidBy }) => paidBy)
    .filter((id) => !booked.has(id) && ids.has(id)).length;

  const heard = await world.queues.heard();
  const orderFacts = grouped(
    heard.filter(({ type }) => type.startsWith('library.order-granted')),
    ({ data }) => String(data.orderId),
    ({ id }) => id,
  );
  const mails = grouped(
    await world.sandbox.mails(),
    ({ to }) => to[0] ?? '',
    ({ messageId }) => messageId,
  );
  const awaitedMails = paid.flatMap(({ orderId, email }) => (email && booked.has(orderId) ? [email] : []));
  const twicePaid = extra(
    grouped(
      paidOrders.flatMap((order) => grantIdsOf(order).map((grantId) => ({ grantId, id: order._id }))),
      ({ grantId }) => grantId,
      ({ id }) => id,
    ).values(),
  );
  const sum = (values: Iterable<number>): number => [...values].reduce((one, other) => one + other, 0);
  const { waiting, parked } = await world.queues.depths();
  return {
    attempt: booked.size,
    ok: okOrders.length,
    lost: booked.size - paidOrders.filter(isGranted).length,
    duplicated: saidTooOften(heard) + extra(orderFacts.values()) + extra(mails.values()) + twicePaid,
    unexpected,
    recovered: [...booked.values()].filter(({ webhooks }) =>
      webhooks.every(({ state }) => state === 'dropped'),
    ).length,
    money_diff:
      sum(orders.filter(({ state }) => state === 'paid').map(({ amount }) => amount.minor)) -
      sum([...booked.values()].map(({ amountMinor }) => amountMinor)),
    receipts_missing: awaitedMails.filter((email) => !mails.has(email)).length,
    outbox_left: await outboxLeft(world),
    queue_left: waiting,
    dlq_left: parked,
  };
};

/** Every paid order granted once, nothing else granted, the books equal, nothing left lying around. */
export const isClean = (counts: Counts): boolean => {
  const { attempt, ok, recovered: _recovered, ...zeroes } = counts;
  return ok === attempt && Object.values(zeroes).every((value) => value === 0);
};

export const inWords = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
