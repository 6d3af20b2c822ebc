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

/** Of each service of a purchase; the others have one, and a new one before the old one ends. */
const REPLICAS = { pullRequest: 1, nightly: 3 };
const GATEWAYS = 2;
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
  (name: ReplicatedPart): number => {
    if (name === 'gateway') return GATEWAYS;
    return purchaseServices.includes(name) ? replicas : 1;
  };

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

/** Failed reads by service, status and body without its request id. */
const groupsOf = (reads: readonly Sample[]): string => {
  const keys = reads.map(
    ({ service, status, error = '' }) =>
      `${service} ${status} ${error.replaceAll(/"requestId":"[^"]*"/g, '')}`,
  );
  return [...new Set(keys)]
    .map((key) => `${keys.filter((other) => other === key).length} × ${key}`)
    .join(', ');
};

const printed = (update: Update): string => {
  const reads = failedReads(update);
  const { samples, paid, failures, replaced } = update;
  return `${replaced} processes replaced, ${samples.length} reads, ${reads.length} failed ${groupsOf(reads)}; ${paid.length} orders, ${failures.length} failed ${failures[0] ?? ''}`;
};
const failedCount = (update: Update): number => failedReads(update).length + update.failures.length;

export const rollingUpdate: Scenario = {
  name: 'rolling update',
  run: async (single, report, { isNightly }) => {
    const replicas = isNightly ? REPLICAS.nightly : REPLICAS.pullRequest;
    await using replicated = await startReplicated(single, countOf(replicas), DEFAULT_DRAIN);
    const { fixture, sets, replaceOldest } = replicated;
    const update = await updateUnderLoad(replicated, sets);
    report.check(
      'rolling update: every process of every part is replaced and no request fails (P28)',
      failedCount(update) === 0 && update.samples.length > 0 && update.paid.length > 0,
      printed(update),
    );
    const { ok, detail, counts } = await settleAndCount(fixture, update.paid);
    report.check('rolling update: every order is granted once', ok, detail, counts);

    const gateways = sets.filter(({ name }) => name === 'gateway');
    for (const set of gateways) for (const _ of [...set.replicas]) await replaceOldest(set, NO_DRAIN);
    const hasty = await updateUnderLoad(replicated, gateways);
    report.check(
      'rolling update: the control with gateways that do not drain fails requests',
      failedCount(hasty) > 0,
      printed(hasty),
    );
    await settleAndCount(fixture, hasty.paid);
  },
};
