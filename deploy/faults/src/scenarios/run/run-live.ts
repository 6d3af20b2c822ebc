/** P61, P93: the counter and the pages of open tabs follow payments and refunds within two seconds, and nothing else. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently, request } from '../../http.ts';
import { type LiveStream, openLiveStream } from '../../live-stream.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import {
  createDraft,
  createPage,
  type Gift,
  type PaidFee,
  refundOrder,
  register,
  startFee,
  startGift,
} from './run-payments.ts';
import { openRegistration, restartRun } from './run-platform.ts';
import { type Counts, openCounterTab, openPageTab, type Shown, type Tab } from './run-tabs.ts';

type Size = {
  readonly gifts: number;
  readonly fees: number;
  /** Streams beside the tabs: they receive and read nothing. */
  readonly streams: number;
  /** Limit for the slowest percent, in ms: two seconds need a machine that nothing else uses. */
  readonly slowestMs: number;
  /** Longest wait for the sums of all tabs. */
  readonly withinMs: number;
};

const PAGES = 3;
const TABS_PER_PAGE = 2;
const COUNTER_TABS = 3;
const PER_SECOND = 10;
const MOVED_MS = 2_000;
const BUSY_MS = 10_000;
/** Longer than a live message takes on a busy machine. */
const QUIET_MS = 5_000;
const CONCURRENCY = 6;
const MESSAGES_PER_SECOND = 2;
const PART_MINOR = 2_500;

const amountOf = (n: number): number => 10_000 + n;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

type Orders = { readonly gifts: readonly Gift[]; readonly fees: readonly PaidFee[] };

/** Orders that are open: nothing is paid yet. */
const createOrders = async (
  fixture: Fixture,
  prefix: string,
  slugs: readonly string[],
  { gifts, fees }: Pick<Size, 'gifts' | 'fees'>,
): Promise<Orders> => {
  const [given, paid]: [Gift[], PaidFee[]] = [[], []];
  await forEachConcurrently([...Array(gifts).keys()], CONCURRENCY, async (n) => {
    given[n] = await startGift(fixture, slugs[n % slugs.length] ?? '', n);
  });
  await forEachConcurrently([...Array(fees).keys()], CONCURRENCY, async (n) => {
    const email = `${prefix}-fee-${n}@faults.example`;
    paid[n] = await startFee(fixture, email, await createDraft(fixture, email));
  });
  return { gifts: given, fees: paid };
};

/** Everything that is not a payment: open orders, refused cards, runners without money, visits. */
const doWithoutMoney = async (fixture: Fixture, prefix: string, slug: string): Promise<void> => {
  const { paymentSessionId } = await startGift(fixture, slug, 0);
  const body = { paymentSessionId, outcome: 'failed', webhook: 'duplicate' };
  await request(`${fixture.platform.sandboxUrl}/sandbox/cashfree/pay`, { method: 'POST', body });
  const email = `${prefix}-unpaid@faults.example`;
  const draftId = await createDraft(fixture, email);
  const { paymentIntentId } = await startFee(fixture, email, draftId);
  await Promise.all([
    register(fixture, email, paymentIntentId, draftId),
    register(fixture, email, `pi_forged${randomUUID().slice(0, 8)}`, null),
  ]);
  await sleep(QUIET_MS);
};

/** Ms from each yes until a tab showed what it had changed; null when it never did. `times` are in order. */
const delays = <T>(
  tab: Tab<T>,
  times: readonly number[],
  includes: (value: T, count: number) => boolean,
): (number | null)[] =>
  times.map((yes, index) => {
    const first = tab.shown.find(({ value }) => includes(value, index + 1));
    return first ? Math.max(0, first.at - yes) : null;
  });

const lastOf = <T>({ shown }: Tab<T>): T | undefined => shown.at(-1)?.value;
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Pays ten times a second. @returns when each payment was requested from the provider, in order */
const payAll = async (fixture: Fixture, { gifts, fees }: Orders) => {
  const times: Record<'gifts' | 'fees', number[]> = { gifts: [], fees: [] };
  const payments = Array.from({ length: Math.max(gifts.length, fees.length) }, (_, n) => [
    gifts[n] && {
      kind: 'gifts' as const,
      pay: () => fixture.sandbox.payCashfree(gifts[n]?.paymentSessionId ?? ''),
    },
    fees[n] && { kind: 'fees' as const, pay: () => fixture.sandbox.payStripe(fees[n]?.clientSecret ?? '') },
  ])
    .flat()
    .filter((payment) => payment !== undefined);
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (const [n, { kind, pay }] of payments.entries()) {
    await sleep(Math.max(0, began + (n * 1_000) / PER_SECOND - performance.now()));
    times[kind].push(performance.now());
    running.push(pay());
  }
  await Promise.all(running);
  return times;
};

type Site = {
  readonly pageTabs: readonly { readonly page: number; readonly tab: Tab<number> }[];
  readonly counters: readonly Tab<Counts>[];
  readonly streams: readonly LiveStream[];
};

const openSite = async (fixture: Fixture, slugs: readonly string[], streams: number): Promise<Site> => {
  const opened: LiveStream[] = [];
  await forEachConcurrently([...Array(streams).keys()], CONCURRENCY, async () => {
    opened.push(await openLiveStream(fixture.api));
  });
  const pages = slugs.flatMap((slug, page) => Array.from({ length: TABS_PER_PAGE }, () => ({ slug, page })));
  return {
    streams: opened,
    counters: await Promise.all(Array.from({ length: COUNTER_TABS }, () => openCounterTab(fixture))),
    pageTabs: await Promise.all(
      pages.map(async ({ slug, page }) => ({ page, tab: await openPageTab(fixture, slug) })),
    ),
  };
};
const closeSite = ({ pageTabs, counters, streams }: Site): void => {
  for (const { close } of [...pageTabs.map(({ tab }) => tab), ...counters, ...streams]) close();
};

/** What all tabs show at last: the sum of each page, and the counter. */
type Expected = { readonly pages: readonly number[]; readonly counts: Counts };
const showsAll = ({ pageTabs, counters }: Site, { pages, counts }: Expected): boolean =>
  pageTabs.every(({ page, tab }) => lastOf(tab) === pages[page]) &&
  counters.every((tab) => {
    const last = lastOf(tab);
    return last?.total === counts.total && last.raisedMinor === counts.raisedMinor;
  });

const valuesOf = <T>(shown: readonly Shown<T>[]): Set<string> =>
  new Set(shown.map(({ value }) => JSON.stringify(value)));

/** How many tabs showed something else than what they opened with. */
const movedTabs = ({ pageTabs, counters }: Site): number =>
  [...pageTabs.map(({ tab }) => valuesOf(tab.shown)), ...counters.map(({ shown }) => valuesOf(shown))].filter(
    ({ size }) => size > 1,
  ).length;

/** Messages of the busiest stream since `began`, above what it may get. */
const messagesAbove = (streams: readonly { readonly messages: LiveStream['messages'] }[], began: number) => {
  const seconds = (performance.now() - began) / 1_000;
  const most = Math.max(0, ...streams.map(({ messages }) => messages.filter(({ at }) => at >= began).length));
  // the first of each kind is sent at once
  return { most, isBounded: most <= MESSAGES_PER_SECOND * (seconds + 1) };
};

/** Refunds a part of one gift, another gift and a fee. @returns what is left */
const refundSome = async (
  fixture: Fixture,
  { gifts: [part, whole], fees: [fee] }: Orders,
  { pages, counts }: Expected,
): Promise<Expected> => {
  const left = [...pages];
  if (part) {
    await refundOrder(fixture, part, 'A part', PART_MINOR);
    left[0] = (left[0] ?? 0) - PART_MINOR;
  }
  if (whole) {
    await refundOrder(fixture, whole, 'All of it');
    left[1] = (left[1] ?? 0) - amountOf(1);
  }
  if (fee) await refundOrder(fixture, fee, 'All of it');
  const returned = sum(pages) - sum(left);
  return {
    pages: left,
    counts: { total: counts.total - (fee ? 1 : 0), raisedMinor: counts.raisedMinor - returned },
  };
};

export const tabsFollowMoney: Trial<Size> = async (fixture, size) => {
  const prefix = `live-${randomUUID().slice(0, 8)}`;
  await openRegistration(fixture);
  const slugs = await Promise.all(Array.from({ length: PAGES }, (_, n) => createPage(fixture, prefix, n)));
  const orders = await createOrders(fixture, prefix, slugs, size);
  const site = await openSite(fixture, slugs, size.streams);
  const until = (expected: Expected) =>
    poll(async () => showsAll(site, expected), size.withinMs, 50).then((found) => found !== null);
  try {
    await doWithoutMoney(fixture, prefix, slugs[0] ?? '');
    await Promise.all([...site.counters, ...site.pageTabs.map(({ tab }) => tab)].map((tab) => tab.reload()));
    const moved = movedTabs(site);

    const [counter = undefined] = site.counters;
    const before = (counter && lastOf(counter)) ?? { total: 0, raisedMinor: 0 };
    const given = slugs.map((_, page) =>
      sum([...Array(size.gifts).keys()].filter((n) => n % PAGES === page).map(amountOf)),
    );
    const expected: Expected = {
      pages: given,
      counts: { total: before.total + size.fees, raisedMinor: before.raisedMinor + sum(given) },
    };
    const began = performance.now();
    const times = await payAll(fixture, orders);
    const isShown = await until(expected);
    const { most, isBounded } = messagesAbove([...site.streams, ...site.counters], began);
    const raisedBy = (count: number): number => sum([...Array(count).keys()].map(amountOf));
    const waits = site.counters.flatMap((tab) => [
      ...delays(tab, times.fees, ({ total }, count) => total >= before.total + count),
      ...delays(
        tab,
        times.gifts,
        ({ raisedMinor }, count) => raisedMinor >= before.raisedMinor + raisedBy(count),
      ),
    ]);
    const known = waits.filter((ms) => ms !== null).toSorted((one, other) => one - other);
    const [middle, slowest] = [percentile(known, 0.5), percentile(known, 0.99)].map(Math.round);

    const refundsBegan = performance.now();
    const areRefundsShown = isShown && (await until(await refundSome(fixture, orders, expected)));
    const refundMs = Math.round(performance.now() - refundsBegan);
    return {
      detail: `${times.gifts.length + times.fees.length} payments, ${site.streams.length} streams of at most ${most} messages, shown after ${middle} ms (p50), ${slowest} ms (p99), refunds within ${refundMs} ms`,
      broken: unless({
        [`${moved} tabs moved without money`]: moved === 0,
        'tabs do not follow payments': isShown && waits.length === known.length,
        [`tabs do not follow payments within ${size.slowestMs} ms`]: (slowest ?? 0) <= size.slowestMs,
        'tabs do not follow refunds': areRefundsShown || !isShown,
        [`a stream got ${most} messages`]: isBounded,
      }),
    };
  } finally {
    closeSite(site);
  }
};

export const runLive = restoredScenario(
  'run live',
  'open tabs follow payments and refunds, and nothing else, with two messages a second at most (P61, P93)',
  {
    trial: tabsFollowMoney,
    sizeOf: ({ isNightly }) =>
      isNightly
        ? { gifts: 300, fees: 300, streams: 1_000, slowestMs: MOVED_MS, withinMs: 30_000 }
        : { gifts: 20, fees: 20, streams: 60, slowestMs: BUSY_MS, withinMs: 15_000 },
    restore: restartRun,
  },
);
