import { databaseName, erasingServices } from '@satrangi/contracts';
import { poll, serviceDatabases } from '@satrangi/start';
import type { Document } from 'mongodb';
import type { Fixture } from './fixture.ts';
import type { PublishedEvent } from './infra/queue-probe.ts';
import type { PaidOrder } from './purchase.ts';
import type { ProviderPayment } from './sandbox-client.ts';

/** The invariants of a run as numbers; field names as in the total-queue checker of Jepsen. */
export type Counts = {
  /** Orders the providers report as paid. */
  readonly attempt: number;
  /** Of these: granted to the buyer, and the order is marked fulfilled. */
  readonly ok: number;
  /** Paid, and not in the library. */
  readonly lost: number;
  /** Effects applied more than once: grants, events, receipts under different ids. */
  readonly duplicated: number;
  /** Granted without a payment. */
  readonly unexpected: number;
  /** Paid orders that no webhook and no buyer's page reported: the sweeper found them. */
  readonly recovered: number;
  /** Sum of paid orders minus the providers' ledgers, minor units of each currency added. */
  readonly money_diff: number;
  /** Receipts that never arrived. */
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
  /** Set while the order has outbox rows that are not published. */
  outboxDue?: Date;
  items: { mediaId: string; format: string }[];
};
type GrantRow = { _id: string; paidBy: string[]; revokedAt: string | null };

export const ordersOf = (fixture: Fixture) =>
  fixture.mongo.db(databaseName('payments')).collection<OrderRow>('orders');
export const grantsOf = (fixture: Fixture) =>
  fixture.mongo.db(databaseName('library')).collection<GrantRow>('grants');

/** Documents with outbox rows that are not published. */
export const pendingEvents = { outboxDue: { $exists: true } };
/** Mails that are not sent; one that was being sent at a crash waits until its lease expires. */
const pendingTasks = { kind: { $type: 'string' }, due: { $exists: true } };

/** Counts documents of all services with pending events or tasks. @throws Error when a database is missing */
export const outboxLeft = async (
  fixture: Pick<Fixture, 'mongo'>,
  what: Document = { $or: [pendingEvents, pendingTasks] },
): Promise<number> => {
  let left = 0;
  for (const { db, collections } of await serviceDatabases(fixture.mongo))
    for (const name of collections) {
      const rows = await db.collection<Document>(name).countDocuments(what);
      left += rows;
    }
  return left;
};

/** Waits until all these orders are granted. @returns how many are not at the timeout */
export const waitUntilFulfilled = async (
  fixture: Fixture,
  orderIds: readonly string[],
  withinMs: number,
): Promise<number> => {
  const open = (): Promise<number> =>
    ordersOf(fixture).countDocuments({ _id: { $in: [...orderIds] }, fulfilledAt: null });
  const done = await poll(async () => (await open()) === 0, withinMs, 250);
  return done ? 0 : open();
};

/** Waits until every outbox and queue is empty. */
export const waitUntilIdle = async (fixture: Fixture, withinMs: number, what?: Document): Promise<void> => {
  await poll(
    async () => {
      const [rows, { waiting }] = [await outboxLeft(fixture, what), await fixture.queues.depths()];
      return rows === 0 && waiting === 0;
    },
    withinMs,
    300,
  );
};

const countExtra = (values: Iterable<Set<unknown>>): number =>
  [...values].reduce((sum, { size }) => sum + Math.max(0, size - 1), 0);

const grouped = <T>(rows: readonly T[], key: (row: T) => string, value: (row: T) => unknown) => {
  const groups = new Map<string, Set<unknown>>();
  for (const row of rows) groups.set(key(row), (groups.get(key(row)) ?? new Set()).add(value(row)));
  return groups;
};

/** Counts items whose grants minus revocations are neither 0 nor 1. */
const duplicateAccessEvents = (publishedEvents: readonly PublishedEvent[]): number => {
  const eventIdsOf = (prefix: string) =>
    grouped(
      publishedEvents.filter(({ type }) => type.startsWith(prefix)),
      ({ data }) => `${data.userId}:${data.mediaId}:${data.format}`,
      ({ id }) => id,
    );
  const [granted, revoked] = [eventIdsOf('library.access-granted'), eventIdsOf('library.access-revoked')];
  return [...new Set([...granted.keys(), ...revoked.keys()])].filter((key) => {
    const owned = (granted.get(key)?.size ?? 0) - (revoked.get(key)?.size ?? 0);
    return owned < 0 || owned > 1;
  }).length;
};

const grantIdsOf = ({ userId, items }: OrderRow): string[] =>
  items.map(({ mediaId, format }) => `${userId}:${mediaId}:${format}`);

/** Compares the providers' ledgers, the orders, the grants, the published events and the mails. */
export const countOutcomes = async (fixture: Fixture, paid: readonly PaidOrder[]): Promise<Counts> => {
  const ids = new Set(paid.map(({ orderId }) => orderId));
  const ledger = (await fixture.sandbox.payments()).filter(({ orderId }) => ids.has(orderId));
  const providerPayments = new Map<string, ProviderPayment>(
    ledger.filter(({ isPaid }) => isPaid).map((row) => [row.orderId, row]),
  );
  const orders = await ordersOf(fixture)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  const users = new Set(paid.map(({ reader }) => reader.userId));
  const grants = (await grantsOf(fixture).find({ revokedAt: null }).toArray()).filter(({ _id }) =>
    users.has(_id.split(':')[0] ?? ''),
  );
  const paidGrants = new Set(
    grants.flatMap(({ _id, paidBy }) => paidBy.map((orderId) => `${_id}/${orderId}`)),
  );
  const isGranted = (order: OrderRow): boolean =>
    grantIdsOf(order).every((grantId) => paidGrants.has(`${grantId}/${order._id}`));

  const paidOrders = orders.filter(({ _id }) => providerPayments.has(_id));
  const okOrders = paidOrders.filter(
    (order) => order.state === 'paid' && order.fulfilledAt !== null && isGranted(order),
  );
  const unexpected = grants
    .flatMap(({ paidBy }) => paidBy)
    .filter((id) => !providerPayments.has(id) && ids.has(id)).length;

  const publishedEvents = await fixture.queues.publishedEvents();
  const orderEvents = grouped(
    publishedEvents.filter(({ type }) => type.startsWith('library.order-granted')),
    ({ data }) => String(data.orderId),
    ({ id }) => id,
  );
  const mails = grouped(
    await fixture.sandbox.mails(),
    ({ to }) => to[0] ?? '',
    ({ messageId }) => messageId,
  );
  const expectedMails = paid.flatMap(({ orderId, email }) =>
    email && providerPayments.has(orderId) ? [email] : [],
  );
  const paidTwice = countExtra(
    grouped(
      paidOrders.flatMap((order) => grantIdsOf(order).map((grantId) => ({ grantId, id: order._id }))),
      ({ grantId }) => grantId,
      ({ id }) => id,
    ).values(),
  );
  const sum = (values: Iterable<number>): number => [...values].reduce((one, other) => one + other, 0);
  const { waiting, parked } = await fixture.queues.depths();
  return {
    attempt: providerPayments.size,
    ok: okOrders.length,
    lost: providerPayments.size - paidOrders.filter(isGranted).length,
    duplicated:
      duplicateAccessEvents(publishedEvents) +
      countExtra(orderEvents.values()) +
      countExtra(mails.values()) +
      paidTwice,
    unexpected,
    recovered: [...providerPayments.values()].filter(({ webhooks }) =>
      webhooks.every(({ state }) => state === 'dropped'),
    ).length,
    money_diff:
      sum(orders.filter(({ state }) => state === 'paid').map(({ amount }) => amount.minor)) -
      sum([...providerPayments.values()].map(({ amountMinor }) => amountMinor)),
    receipts_missing: expectedMails.filter((email) => !mails.has(email)).length,
    outbox_left: await outboxLeft(fixture),
    queue_left: waiting,
    dlq_left: parked,
  };
};

/** Every paid order is granted once, nothing else is granted, the ledgers agree, and all queues are empty. */
export const holdsInvariants = (counts: Counts): boolean => {
  const { attempt, ok, recovered: _recovered, ...zeroes } = counts;
  return ok === attempt && Object.values(zeroes).every((value) => value === 0);
};

export const formatCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** Waits until every service has acknowledged the erasure of these accounts. @returns whether they all did in time */
export const waitUntilErased = async (
  { mongo }: Fixture,
  userIds: readonly string[],
  withinMs: number,
): Promise<boolean> => {
  const acknowledged = Object.fromEntries(
    erasingServices.map((service) => [`erasure.forgottenBy.${service}`, { $exists: true }]),
  );
  const accounts = mongo.db(databaseName('identity')).collection<{ _id: string }>('accounts');
  const query = { _id: { $in: [...userIds] }, ...acknowledged };
  const all = await poll(async () => (await accounts.countDocuments(query)) === userIds.length, withinMs);
  return all === true;
};
