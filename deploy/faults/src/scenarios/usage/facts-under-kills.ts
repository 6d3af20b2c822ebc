/** P74, P73: numbers are those of the facts, however often events come and processes die, and a rebuild gives the same. */
import { randomUUID } from 'node:crypto';
import {
  newsletterSent,
  registrationCancelled,
  runRegistered,
  turnAnswered,
  userDeleted,
  userRegistered,
} from '@satrangi/contracts';
import type { Document } from 'mongodb';
import type { Fixture } from '../../fixture.ts';
import { shuffled } from '../../random.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import {
  collectionOf,
  dashboardOf,
  eventOf,
  type Published,
  publish,
  readNumbers,
  restart,
  restoreOf,
  waitUntilCounted,
} from './usage-process.ts';

/** `each` accounts, turns and letters, twice as many registrations. */
type Size = { readonly each: number; readonly kills: number; readonly erasures: number };

const FAILPOINTS = ['stored-before-count', 'seen-before-windows', 'counted-before-settled'] as const;
const COMPUTED = ['windows', 'months', 'people'] as const;
/** Of the registrations one in four is cancelled. */
const CANCELLED_OF = 4;
/** Time of counting one event on a busy machine, and of all that does not grow. */
const COUNTED_EACH_MS = 10;
const COUNTED_MS = 40_000;

const historyOf = ({ each, erasures }: Size) => {
  const now = new Date().toISOString();
  const users = Array.from({ length: each }, () => `faults-${randomUUID()}`);
  const runners = Array.from({ length: each * 2 }, () => randomUUID());
  const cancelled = runners.filter((_runner, n) => n % CANCELLED_OF === 0);
  const events: Published[] = [
    ...users.map((userId) => eventOf(userRegistered, { userId, role: 'USER', tokenVersion: 0 })),
    ...runners.map((registrationId) =>
      eventOf(runRegistered, {
        registrationId,
        eventId: 'a-run',
        source: 'web',
        activityType: 'walk',
        rupeesMinor: 30_000,
        at: now,
      }),
    ),
    ...cancelled.map((registrationId) =>
      eventOf(registrationCancelled, { registrationId, eventId: 'a-run', reason: 'refund' }),
    ),
    ...users.map(() =>
      eventOf(turnAnswered, {
        turnId: randomUUID(),
        talk: randomUUID(),
        mode: 'chat',
        askedAt: now,
        answeredAt: now,
        by: 'local',
        tokensIn: 0,
        tokensOut: 0,
      }),
    ),
    ...users.map(() =>
      eventOf(newsletterSent, {
        sendId: randomUUID(),
        total: 1,
        sent: 1,
        failed: 0,
        skipped: 0,
        doubtful: 0,
      }),
    ),
    ...users.slice(0, erasures).map((userId) => eventOf(userDeleted, { userId })),
  ];
  return { events, runners: runners.length - cancelled.length, accounts: each - erasures };
};

/** Everything that is computed from facts, in one text. */
const computed = async (fixture: Fixture): Promise<string> => {
  const all = await Promise.all(
    COMPUTED.map((name) =>
      collectionOf<Document>(fixture, 'analytics-usage', name)
        .find({}, { projection: { revision: 0 } })
        .sort({ _id: 1 })
        .toArray(),
    ),
  );
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return JSON.stringify(all, (_key, value: unknown) => sorted(value));
};

export const factsUnderKills: Trial<Size> = async (fixture, size) => {
  const { events, runners, accounts } = historyOf(size);
  await waitUntilCounted(fixture);
  const before = await readNumbers(fixture);
  const deliveries = shuffled([
    ...events,
    ...events.filter(() => Math.random() < 0.5),
    ...events.filter(() => Math.random() < 0.3),
  ]);
  const rounds = size.kills + 1;
  const share = Math.ceil(deliveries.length / rounds);
  for (let round = 0; round < rounds; round += 1) {
    await publish(fixture, deliveries.slice(round * share, (round + 1) * share));
    if (round === size.kills) break;
    // dies at a line of the counting, then is started without the failpoint
    await fixture.crash('analytics-usage', {
      FAILPOINT: `analytics-usage.${FAILPOINTS[round % FAILPOINTS.length]}`,
    });
    fixture.part('analytics-usage').setEnv({ FAILPOINT: undefined });
  }
  if (size.kills > 0) await restart(fixture, 'analytics-usage', { FAILPOINT: undefined });
  const isCounted = await waitUntilCounted(fixture, COUNTED_MS + deliveries.length * COUNTED_EACH_MS);
  await dashboardOf(fixture).rebuild();
  const after = await readNumbers(fixture);
  const bytes = await computed(fixture);
  for (const name of COMPUTED) await collectionOf(fixture, 'analytics-usage', name).deleteMany({});
  await dashboardOf(fixture).rebuild();
  const again = await readNumbers(fixture);
  const grown = (of: (numbers: typeof before) => number): number => of(after) - of(before);
  return {
    detail: `${events.length} events delivered ${deliveries.length} times, ${size.kills} kills, ${size.erasures} erasures`,
    broken: unless({
      'facts are not counted in time': isCounted,
      'registrations differ': grown(({ kpis }) => kpis.virtualRegistrationsCount) === runners,
      'accounts differ': grown(({ kpis }) => kpis.activeUsers) === accounts,
      'messages are not counted once in each direction':
        grown(({ usage }) => usage.aiconcierge.chatTo) === size.each &&
        grown(({ usage }) => usage.aiconcierge.chatFrom) === size.each,
      'a rebuild from the facts alone gives other numbers': JSON.stringify(again) === JSON.stringify(after),
      'a rebuild from the facts alone gives other totals': (await computed(fixture)) === bytes,
    }),
  };
};

export const countedFacts = restoredScenario(
  'counted facts',
  'each event counts once, and a rebuild gives the same to the byte (P73, P74)',
  {
    trial: factsUnderKills,
    sizeOf: ({ isNightly }) =>
      isNightly ? { each: 9_060, kills: 30, erasures: 200 } : { each: 60, kills: 3, erasures: 6 },
    restore: restoreOf('analytics-usage'),
  },
);
