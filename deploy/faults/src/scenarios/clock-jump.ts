/** P20 with clocks that jump while orders are paid: one process after the other, an hour ahead, then behind, then right. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type JumpingClock, startJumpingClock } from '../clock/jumping-clock.ts';
import type { Fixture, PartName } from '../fixture.ts';
import { confirmPayment, createOrder, type PaidOrder, payOrder } from '../purchase.ts';
import { rejectsRevokedSession } from './clock-skew.ts';
import { newPurchases, settleAndCount } from './purchases.ts';
import type { Scenario } from './scenario.ts';

const jumping: readonly PartName[] = ['payments', 'library', 'identity', 'catalog', 'gateway', 'mongo'];
const MINUTE_MS = 60_000;
const AHEAD_MS = 60 * MINUTE_MS;
const BEHIND_MS = -10 * MINUTE_MS;
const STEP_MS = 2_500;
/** Between two orders. */
const BUY_EVERY_MS = 300;
/** The sweeper checks an order without webhook and confirmation after 20 s, then every 10 s. */
const SETTLED_MS = 100_000;
const NEVER_CONFIRMED_EVERY = 5;

type Bought = { readonly paid: PaidOrder[]; readonly failures: string[] };

/** Buys until the signal aborts: half are confirmed by the page, every fifth by nothing, the others by webhook. */
const buyContinuously = async (fixture: Fixture, signal: AbortSignal): Promise<Bought> => {
  const paid: PaidOrder[] = [];
  const failures: string[] = [];
  const buy = async (purchase: Parameters<typeof createOrder>[1], n: number): Promise<void> => {
    const isUnreported = n % NEVER_CONFIRMED_EVERY === 0;
    const started = await createOrder(fixture, purchase);
    const one = await payOrder(fixture, purchase, started, isUnreported ? 'skip' : 'send');
    paid.push(one);
    if (!isUnreported && n % 2 === 0) await confirmPayment(fixture, one);
  };
  const inProgress: Promise<void>[] = [];
  while (!signal.aborted)
    for (const purchase of await newPurchases(fixture, 10)) {
      if (signal.aborted) break;
      inProgress.push(
        buy(purchase, inProgress.length).catch((error: unknown) => void failures.push(String(error))),
      );
      await sleep(BUY_EVERY_MS);
    }
  await Promise.all(inProgress);
  return { paid, failures };
};

const jumpThrough = async (clock: JumpingClock, steps: readonly number[]): Promise<void> => {
  for (const ms of steps) {
    clock.set(ms);
    await sleep(STEP_MS);
  }
};

export const clockJump: Scenario = {
  name: 'clock jump',
  run: async (fixture, report, { scale, isNightly }) => {
    const clocks = await Promise.all(jumping.map((name) => startJumpingClock(fixture, name)));
    await fixture.ready();
    const stopBuying = new AbortController();
    const buying = buyContinuously(fixture, stopBuying.signal);
    const steps = Array.from({ length: scale }, () => [AHEAD_MS, 0, BEHIND_MS, 0]).flat();
    // in a pull request the clocks of payments, identity and the gateway
    const jumped = clocks.filter((_, n) => isNightly || n % 2 === 0);
    for (const clock of jumped) await jumpThrough(clock, steps);
    stopBuying.abort();
    const { paid, failures } = await buying;
    const { ok, detail, counts } = await settleAndCount(fixture, paid, SETTLED_MS);
    report.check(
      `clock jump: ${jumped.length} clocks jump an hour ahead and ten minutes behind, every paid order is granted exactly once`,
      ok,
      detail,
      counts,
    );
    report.check(
      'clock jump: no buyer gets a final refusal',
      failures.length === 0,
      `${failures.length} of ${paid.length} ${failures[0] ?? ''}`,
    );
    const identity = clocks[jumping.indexOf('identity')];
    identity?.set(AHEAD_MS);
    await sleep(STEP_MS / 5);
    const refusal = rejectsRevokedSession(fixture, () => {
      identity?.set(0);
      return sleep(STEP_MS / 5);
    });
    report.check(
      'clock jump: a session of the hour ahead is refused by every service once it is revoked',
      await refusal,
    );
    await Promise.all(clocks.map(({ stop }) => stop()));
    await fixture.ready();
  },
};
