/** P20: the clocks of services differ, and those of the providers from all of them. */

import { databaseName, serviceNames } from '@satrangi/contracts';
import { around, shuffled } from '../chance.ts';
import { grantsOf, ordersOf } from '../checker.ts';
import { ask, askPatiently, inLanes, until } from '../http.ts';
import { comeBack, type Paid, pay, start, type Wish } from '../shop.ts';
import { signedWebhook } from '../webhooks.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenario.ts';
import { settled, wishesOf } from './wishes.ts';

const SERVICES_MS = 120_000;
const PROVIDERS_MS = 300_000;
const STALE_MS = 600_000;
const ORDERS = 100;
const LANES = 4;
/** An order of which neither webhook nor page tells is asked after when it is 20 s old, and then every 10 s. */
const SETTLED_MS = 100_000;
const TOLD_MS = 30_000;

const parts = [...serviceNames, 'gateway'] as const;
const drawn = shuffled([-SERVICES_MS, SERVICES_MS, ...parts.slice(2).map(() => around(SERVICES_MS))]);
const skews = Object.fromEntries(parts.map((part, n) => [part, drawn[n] ?? 0])) as Record<
  (typeof parts)[number],
  number
>;
const told = (ms: number): { CLOCK_SKEW_MS: string } => ({ CLOCK_SKEW_MS: String(ms) });

/** What each part of this world is told of the time: somewhere among them are four minutes between two. */
export const wrongClocks = Object.fromEntries(parts.map((part) => [part, told(skews[part])]));

const setProviders = async ({ platform }: World, ms: number): Promise<void> => {
  const { sandbox } = platform.parts;
  const before = sandbox.starts();
  sandbox.setEnv(told(ms));
  sandbox.kill('SIGKILL');
  const answers = async (): Promise<boolean> =>
    sandbox.starts() > before && (await ask(`${platform.sandboxUrl}/sandbox/payments`)).status === 200;
  if (!(await until(answers, TOLD_MS))) throw new Error('the providers were not started again');
};

/** Orders whose success is told, well signed, before anybody has paid. @returns those that believed it, or were not taken */
const believers = async (world: World, wishes: readonly Wish[], signedAt: number): Promise<string[]> => {
  const wrong: string[] = [];
  for (const wish of wishes) {
    const started = await start(world, wish);
    const { status } = await ask(...signedWebhook(world, { started }, 'success', signedAt));
    const order = await ordersOf(world).findOne({ _id: started.orderId });
    if (status !== 200 || order?.state !== 'pending') wrong.push(`${status} ${order?.state}`);
  }
  return wrong;
};

/** Buys as people do: some come back, some are told of by webhook alone, and of every tenth nobody tells. */
const buyAll = async (world: World, many: number): Promise<Paid[]> => {
  const wishes: Wish[] = [];
  while (wishes.length < many) wishes.push(...(await wishesOf(world, Math.min(10, many - wishes.length))));
  const paid: Paid[] = [];
  await inLanes([...wishes.entries()], LANES, async ([n, wish]) => {
    const one = await pay(world, wish, await start(world, wish), n % 10 === 9 ? 'skip' : 'send');
    paid.push(one);
    if (n % 2 === 0) await comeBack(world, one);
  });
  return paid;
};

const opens = (world: World, { reader, book }: Wish, isOpen: boolean): Promise<unknown> =>
  until(async () => {
    const { body } = await ask(`${world.api}/library/access/${book.mediaId}`, { token: reader.token });
    return JSON.stringify(body) === JSON.stringify({ hasAccess: isOpen });
  }, TOLD_MS);

/** Does payments know that it was taken back? */
const isGivenBack = async (world: World, { reader, book }: Wish): Promise<boolean> => {
  const owned = world.mongo.db(databaseName('payments')).collection<{ _id: string }>('owned');
  const key = `${reader.userId}:${book.mediaId}:text`;
  return (await owned.countDocuments({ _id: key, revokedAt: { $ne: null } })) === 1;
};

/** A book is bought, given back, and bought again: each is newer than the one before, whoever says so. */
const buyTwice = async (world: World, wish: Wish): Promise<boolean> => {
  const first = await pay(world, wish, await start(world, wish));
  if (!(await opens(world, wish, true))) return false;
  const question = {
    method: 'POST',
    token: world.adminToken,
    body: { reason: 'Bought by mistake' },
  } as const;
  await askPatiently(`${world.api}/admin/orders/${first.orderId}/refund`, question);
  if (!(await opens(world, wish, false))) return false;
  // Library closes it first; until payments has heard of that it says “already owned”.
  if (!(await until(() => isGivenBack(world, wish), TOLD_MS))) return false;
  const second = await pay(world, wish, await start(world, wish));
  if (!(await opens(world, wish, true))) return false;
  const grants = await grantsOf(world).countDocuments({ paidBy: second.orderId, revokedAt: null });
  return grants === 1;
};

const isShutOut = async (world: World): Promise<boolean> => {
  const { token } = await world.newReader();
  const doors = ['library', 'payments/mine', 'users/profile'].map((door) => `${world.api}/${door}`);
  const knock = async (asking: typeof askPatiently, status: number): Promise<boolean> =>
    (await Promise.all(doors.map((door) => asking(door, { token })))).every(
      (answer) => answer.status === status,
    );
  const wasIn = await knock(askPatiently, 200);
  await askPatiently(`${world.api}/users/logout-everywhere`, { method: 'POST', token, body: {} });
  return wasIn && (await until(() => knock(ask, 401), TOLD_MS)) === true;
};

export const clocks: Scenario = {
  name: 'clocks',
  run: async (world, report, { scale }) => {
    report.note(`clocks off by ${parts.map((part) => `${part} ${skews[part] / 1_000} s`).join(', ')}`);
    for (const [where, off] of [
      ['ahead', PROVIDERS_MS],
      ['behind', -PROVIDERS_MS],
    ] as const) {
      const providers = skews.payments + off;
      await setProviders(world, providers);
      const say = `clocks: with the providers five minutes ${where}`;

      const unpaid = await wishesOf(world, 4);
      const wrong = await believers(world, unpaid, Date.now() + providers - STALE_MS);
      const paid = await buyAll(world, (ORDERS * scale) / 2);
      const { ok, detail, counts } = await settled(world, paid, SETTLED_MS);
      report.check(`${say}, every paid order is granted exactly once`, ok, detail, counts);

      const given = await grantsOf(world).countDocuments({
        _id: { $regex: `^${unpaid[0]?.reader.userId}:` },
      });
      report.check(
        `${say}, a webhook signed ten minutes ago grants nothing by itself`,
        wrong.length === 0 && given === 0,
        `${given} grants ${wrong.join(', ')}`,
      );

      const twice = await Promise.all((await wishesOf(world, 2)).map((wish) => buyTwice(world, wish)));
      report.check(`${say}, a book given back is closed, and can be bought again`, twice.every(Boolean));
      report.check(`${say}, a login that was ended opens no door`, await isShutOut(world));
    }
  },
};
