/** P28 with replicas: each process of each part is replaced by a new one under load, and no request fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { requestOnNewConnection } from '../../http.ts';
import { generateLoadWhile, type Sample } from '../../load-generator.ts';
import { confirmPayment, createOrder, type PaidOrder, type Purchase, payOrder } from '../../purchase.ts';
import { newPurchases, settleAndCount } from '../purchases.ts';
import type { Scenario } from '../scenario.ts';
import { purchaseServices } from './replicated-kills.ts';
import {
  type ReplicaSet,
  type ReplicatedPart,
  type ReplicatedPlatform,
  startReplicated,
} from './replicated-platform.ts';

const REPLICAS = { pullRequest: 2, nightly: 3 };
const READS_PER_SECOND = 100;
const BUYERS = 2;
const BUY_EVERY_MS = 400;
const READERS_MS = 30_000;
/** Production drain times; other scenarios shorten them. */
const DEFAULT_DRAIN = { STOP_WAIT_MS: undefined, DRAIN_MS: undefined };
const NO_DRAIN = { STOP_WAIT_MS: '0', DRAIN_MS: '0' };

type Update = {
  readonly samples: readonly Sample[];
  readonly paid: readonly PaidOrder[];
  /** Writes of buyers that were not answered 200; none is tried again. */
  readonly failures: readonly string[];
  readonly replaced: number;
};

const countOf =
  (replicas: number) =>
  (name: ReplicatedPart): number =>
    name === 'gateway' || purchaseServices.includes(name) ? replicas : 1;

/** Buys until the signal aborts. Each request is sent once. */
const buyContinuously = async (
  fixture: Fixture,
  signal: AbortSignal,
  paid: PaidOrder[],
  failures: string[],
): Promise<void> => {
  const buy = async (purchase: Purchase): Promise<void> => {
    const started = await createOrder(fixture, purchase, undefined, requestOnNewConnection);
    const one = await payOrder(fixture, purchase, started);
    paid.push(one);
    await confirmPayment(fixture, one, requestOnNewConnection);
  };
  while (!signal.aborted)
    for (const purchase of (await poll(() => newPurchases(fixture, 20), READERS_MS)) ?? []) {
      if (signal.aborted) return;
      await Promise.all([
        buy(purchase).catch((error: unknown) => void failures.push(String(error))),
        sleep(BUY_EVERY_MS),
      ]);
    }
};

/** Replaces every replica of these parts, one at a time in each, under reads and orders. */
const updateUnderLoad = async (
  { fixture, replaceOldest }: ReplicatedPlatform,
  sets: readonly ReplicaSet[],
): Promise<Update> => {
  const paid: PaidOrder[] = [];
  const failures: string[] = [];
  const stopBuying = new AbortController();
  let replaced = 0;
  const reader = await fixture.newReader();
  const replaceAll = async (set: ReplicaSet): Promise<void> => {
    for (let left = set.replicas.length; left > 0; left -= 1) {
      await replaceOldest(set);
      replaced += 1;
    }
  };
  const samples = await generateLoadWhile(fixture, reader, READS_PER_SECOND, async () => {
    const buyers = Array.from({ length: BUYERS }, () =>
      buyContinuously(fixture, stopBuying.signal, paid, failures),
    );
    try {
      await Promise.all(sets.map(replaceAll));
    } finally {
      stopBuying.abort();
      await Promise.all(buyers);
    }
  });
  return { samples, paid, failures, replaced };
};

const failedReads = ({ samples }: Update): Sample[] => samples.filter(({ status }) => status !== 200);

const printed = (update: Update): string => {
  const reads = failedReads(update);
  const { samples, paid, failures, replaced } = update;
  return `${replaced} processes replaced, ${samples.length} reads, ${reads.length} failed ${JSON.stringify(reads[0] ?? '')}; ${paid.length} orders, ${failures.length} failed ${failures[0] ?? ''}`;
};
const failedCount = (update: Update): number => failedReads(update).length + update.failures.length;

const gatewaysOf = ({ sets }: ReplicatedPlatform): ReplicaSet[] =>
  sets.filter(({ name }) => name === 'gateway');

export const rollingUpdate: Scenario = {
  name: 'rolling update',
  run: async (single, report, { isNightly }) => {
    const replicas = isNightly ? REPLICAS.nightly : REPLICAS.pullRequest;
    {
      await using replicated = await startReplicated(single, countOf(replicas), DEFAULT_DRAIN);
      const update = await updateUnderLoad(replicated, replicated.sets);
      report.check(
        'rolling update: every process of every part is replaced and no request fails (P28)',
        failedCount(update) === 0 && update.samples.length > 0 && update.paid.length > 0,
        printed(update),
      );
      const { ok, detail, counts } = await settleAndCount(replicated.fixture, update.paid);
      report.check('rolling update: every order is granted once', ok, detail, counts);
    }
    await using hasty = await startReplicated(single, countOf(1), NO_DRAIN);
    const update = await updateUnderLoad(hasty, gatewaysOf(hasty));
    report.check(
      'rolling update: the control without a time to drain fails requests',
      failedCount(update) > 0,
      printed(update),
    );
    await settleAndCount(hasty.fixture, update.paid);
  },
};
