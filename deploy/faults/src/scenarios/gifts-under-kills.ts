import { setTimeout as sleep } from 'node:timers/promises';
import { Order } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import { grantsOf, ordersOf, waitUntilIdle } from '../checker.ts';
import type { Fixture, PartName, Reader } from '../fixture.ts';
import { requestWithRetry } from '../http.ts';
import { createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import { newPurchases } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const GIFTS_PER_KILL = 3;
const SETTLED_MS = 100_000;
/** A request to redeem takes about as long. */
const MAX_KILL_DELAY_MS = 60;
const targets: readonly PartName[] = ['payments', 'library', 'mongo', 'payments', 'gateway', 'payments'];

const orderOf = async (fixture: Fixture, { orderId, reader }: PaidOrder): Promise<Order> => {
  const { body } = await requestWithRetry(`${fixture.api}/payments/orders/${orderId}`, {
    token: reader.token,
  });
  return Order.parse(body);
};

const buyGifts = async (fixture: Fixture, many: number): Promise<PaidOrder[]> => {
  const paid: PaidOrder[] = [];
  while (paid.length < many)
    for (const purchase of await newPurchases(fixture, Math.min(9, many - paid.length))) {
      const gift = { ...purchase, isGift: true } as const;
      paid.push(await payOrder(fixture, gift, await createOrder(fixture, gift)));
    }
  return paid;
};

/** The readers whose answer was 200, and the other answers, of each gift. */
type Answers = Map<string, { readonly readers: string[]; readonly refusals: string[] }>;

const answersTo = (answers: Answers, orderId: string) => {
  const found = answers.get(orderId) ?? { readers: [], refusals: [] };
  answers.set(orderId, found);
  return found;
};

type Redeemed = { readonly gift: PaidOrder; readonly readers: readonly Reader[]; readonly n: number };

/** Registers two readers for each gift, before the kills: a registration is not retried. */
const withReaders = async (fixture: Fixture, gifts: readonly PaidOrder[]): Promise<Redeemed[]> => {
  const redeemed: Redeemed[] = [];
  for (const [n, gift] of gifts.entries())
    redeemed.push({ gift, n, readers: [await fixture.newReader(), await fixture.newReader()] });
  return redeemed;
};

/** Two readers redeem the gift at the same moment, and the buyer of every third takes it back. */
const redeem = async (fixture: Fixture, { gift, readers, n }: Redeemed, answers: Answers): Promise<void> => {
  const isPaid = async () => (await orderOf(fixture, gift)).gift?.code ?? null;
  const code = await poll(isPaid, SETTLED_MS);
  if (!code) throw new Error('a gift has no code');
  const redeemed = readers.map(async ({ token, userId }) => {
    const options = { method: 'POST', token, body: { code } } as const;
    const { status, body } = await requestWithRetry(`${fixture.api}/payments/gifts/redeem`, options);
    const { readers, refusals } = answersTo(answers, gift.orderId);
    if (status === 200) readers.push(userId);
    else refusals.push(`${status} ${JSON.stringify(body)}`);
  });
  const takeBack = async (): Promise<void> => {
    const body = { reason: 'Another plan' };
    const options = { method: 'POST', token: gift.reader.token, body } as const;
    await requestWithRetry(`${fixture.api}/payments/orders/${gift.orderId}/refund-request`, options);
  };
  await Promise.all([...redeemed, ...(n % 3 === 0 ? [takeBack()] : [])]);
};

/** Kills each process in turn, a moment after its share of the gifts begins to be redeemed. */
const redeemUnderKills = async (
  fixture: Fixture,
  gifts: readonly Redeemed[],
  scale: number,
): Promise<Answers> => {
  const answers: Answers = new Map();
  for (let n = 0; n < targets.length * scale; n += 1) {
    const share = gifts.slice(n * GIFTS_PER_KILL, (n + 1) * GIFTS_PER_KILL);
    const kill = async (): Promise<void> => {
      await sleep(Math.random() * MAX_KILL_DELAY_MS);
      await fixture.crash(targets[n % targets.length] ?? 'payments');
    };
    await Promise.all([...share.map((gift) => redeem(fixture, gift, answers)), kill()]);
  }
  return answers;
};

/** What is wrong with the end of a gift; null when one reader has it, or its buyer has the money. */
const faultOf = async (
  fixture: Fixture,
  { orderId }: PaidOrder,
  answers: Answers,
): Promise<string | null> => {
  const order = await ordersOf(fixture).findOne({ _id: orderId });
  const grants = await grantsOf(fixture).find({ paidBy: orderId, revokedAt: null }).toArray();
  const owners = grants.map(({ _id }) => _id.split(':')[0]);
  const { readers: named, refusals } = answersTo(answers, orderId);
  const payments = (await fixture.sandbox.payments()).filter((payment) => payment.orderId === orderId);
  const [refunded, amount] = [payments[0]?.refundedMinor, payments[0]?.amountMinor];
  if (payments.length !== 1) return `${payments.length} payments`;
  if (order?.state === 'refunded')
    return owners.length === 0 && named.length === 0 && refunded === amount
      ? null
      : `refunded ${refunded} of ${amount}, ${owners.length} grants, ${named.length} answers`;
  return owners.length === 1 && named.length === 1 && owners[0] === named[0] && refunded === 0
    ? null
    : `${order?.state}: ${owners.length} grants, ${named.length} answers, refunded ${refunded}, ${refusals.join(' ')}`;
};

/** Decision 0137: a gift is granted to one reader, or its money goes back, although processes are killed. */
export const giftsUnderKills: Scenario = {
  name: 'gifts',
  run: async (fixture, report, { scale }) => {
    const gifts = await buyGifts(fixture, GIFTS_PER_KILL * targets.length * scale);
    const redeemed = await withReaders(fixture, gifts);
    const answers = await redeemUnderKills(fixture, redeemed, scale);
    await fixture.ready();
    const faults = async (): Promise<string[]> => {
      const found = await Promise.all(gifts.map((gift) => faultOf(fixture, gift, answers)));
      return found.filter((fault) => fault !== null);
    };
    await poll(async () => (await faults()).length === 0, SETTLED_MS, 500);
    await waitUntilIdle(fixture, SETTLED_MS);
    const taken = [...answers.values()].filter(({ readers }) => readers.length > 0).length;
    const [left, { parked }] = [await faults(), await fixture.queues.depths()];
    report.check(
      `gifts: ${gifts.length} gifts end with one reader, or with their money, under kills`,
      left.length === 0 && parked === 0,
      `redeemed=${taken} taken_back=${gifts.length - taken} wrong=${left.length} dlq_left=${parked} ${left.slice(0, 3).join('; ')}`,
    );
  },
};
