import { setTimeout as sleep } from 'node:timers/promises';
import {
  count,
  grantsOf,
  inWords,
  isClean,
  ordersOf,
  unsaid,
  untilFulfilled,
  untilQuiet,
} from '../checker.ts';
import { ask, until } from '../http.ts';
import type { Reporter } from '../report.ts';
import { comeBack, type Paid, pay, returnOf, start, type Wish } from '../shop.ts';
import { signedWebhook } from '../webhooks.ts';
import type { PartName, Reader, World } from '../world.ts';
import type { Scenario } from './scenario.ts';

type Visit = { readonly world: World; readonly wish: Wish; readonly key: string };
type Point = {
  readonly name: string;
  readonly part: PartName;
  /** What people and providers do so that the line is passed; the order is paid at its end. */
  readonly provoke: (visit: Visit) => Promise<Paid>;
  /** What the reader has in the end. */
  readonly ends?: 'refunded';
};

const DEATH_MS = 25_000;
const SETTLED_MS = 60_000;
// Longer than the lease of outside work: a receipt that was under way at a death is taken up when it has run out.
const QUIET_MS = 90_000;
const ARM_QUIET_MS = 5_000;
const ARM_TRIES = 5;

/** Buys, and lets the webhook alone tell. */
const byWebhook = async ({ world, wish, key }: Visit): Promise<Paid> =>
  pay(world, wish, await start(world, wish, key));

/** Buys and comes back; no webhook ever tells. */
const byPage = async ({ world, wish, key }: Visit): Promise<Paid> => {
  const paid = await pay(world, wish, await start(world, wish, key), 'skip');
  await comeBack(world, paid);
  return paid;
};

/** Nobody tells; the order's time to be looked at is brought forward. */
const bySweeper = async ({ world, wish, key }: Visit): Promise<Paid> => {
  const paid = await pay(world, wish, await start(world, wish, key), 'skip');
  await ordersOf(world).updateOne({ _id: paid.orderId }, { $set: { lookAt: new Date() } });
  return paid;
};

const refunded = async (visit: Visit): Promise<Paid> => {
  const { world } = visit;
  const paid = await byPage(visit);
  await untilFulfilled(world, [paid.orderId], SETTLED_MS);
  // the provider’s own books know nothing of this refund
  world.planted.add(paid.orderId);
  const tell = async (): Promise<boolean> =>
    (await ask(...signedWebhook(world, paid, 'refund'))).status === 200;
  await until(tell, SETTLED_MS, 500);
  return paid;
};

const payments = (name: string, provoke: Point['provoke'], ends?: 'refunded'): Point => ({
  name,
  part: 'payments',
  provoke,
  ...(ends ? { ends } : {}),
});
const library = (name: string): Point => ({ name, part: 'library', provoke: byPage });

/** The lines of code at which a process is killed by itself. */
const points: readonly Point[] = [
  payments('payments.saved-before-provider', byPage),
  payments('payments.provider-before-session-saved', byPage),
  payments('payments.webhook-verified-before-commit', byWebhook),
  payments('payments.committed-before-200', byWebhook),
  payments('payments.committed-before-publish', byWebhook),
  payments('chassis.published-before-confirm', byPage),
  payments('payments.published-before-mark', byWebhook),
  payments('payments.sweeper-read-before-commit', bySweeper),
  payments('payments.fulfilled-before-ack', byPage),
  payments('payments.refund-committed-before-publish', refunded, 'refunded'),
  library('library.received-before-commit'),
  library('library.committed-before-ack'),
  library('library.committed-before-publish'),
  library('library.published-before-mark'),
];

type Hit = { readonly paid: Paid; readonly died: boolean; readonly point: Point };

/**
 * Starts the part so that it will die at the line. A message left over from before can reach the line first: the part
 * dies early then, its next start is whole, and it is armed once more.
 */
const arm = async (world: World, { part, name }: Point): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    await untilQuiet(world, ARM_QUIET_MS, unsaid);
    await world.crash(part, { FAILPOINT: name });
    // The process that runs has read its environment already.
    world.part(part).setEnv({ FAILPOINT: undefined });
    const armed = world.part(part).starts();
    await world.ready();
    if (world.part(part).starts() === armed) return armed;
    if (attempt === ARM_TRIES) throw new Error(`${name} was passed before anybody bought`);
  }
};

const hitPoint = async (world: World, point: Point, wish: Wish): Promise<Hit> => {
  const { part, name } = point;
  const armed = await arm(world, point);
  const paid = await point.provoke({ world, wish, key: `${name}-${wish.country}` });
  const died = await until(async () => world.part(part).starts() > armed, DEATH_MS, 50);
  await world.ready();
  return { paid, died: died !== null, point };
};

/** The gateway dies with a webhook in its hands: payments has heard it, the provider has no answer. */
const webhookInFlight = async (world: World, wish: Wish): Promise<Paid> => {
  const started = await start(world, wish);
  world.part('payments').kill('SIGSTOP');
  const paid = await pay(world, wish, started);
  await sleep(500);
  await world.crash('gateway');
  world.part('payments').kill('SIGCONT');
  return paid;
};

/** Reads an event stream until `type` comes. @returns the last event id before it ended, and whether it came */
const listen = async (
  world: World,
  reader: Reader,
  { lastId, types, withinMs }: { lastId?: string; types: readonly string[]; withinMs: number },
): Promise<{ readonly came: string | null; readonly lastId: string }> => {
  const response = await fetch(`${world.api}/updates/stream`, {
    headers: {
      cookie: `satrangi_session=${reader.token}`,
      ...(lastId ? { 'last-event-id': lastId } : {}),
    },
    signal: AbortSignal.timeout(withinMs),
  });
  let text = '';
  const idOf = (): string => [...text.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1] ?? lastId ?? '';
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      const came = types.find((type) => text.includes(`"${type}"`) || text.includes(`event: ${type}`));
      if (came) return { came, lastId: idOf() };
    }
  } catch {
    // Time is up, or the gateway is gone.
  }
  return { came: null, lastId: idOf() };
};

/**
 * The gateway dies between the live log and the open page: the page comes back with the last id it saw and is told
 * what it missed.
 */
const liveInFlight = async (
  world: World,
  wish: Wish,
  other: Wish,
): Promise<{ paid: Paid[]; told: string | null }> => {
  const hears = listen(world, wish.reader, { types: ['library-updated'], withinMs: 20_000 });
  await sleep(300);
  const first = await byPage({ world, wish: other, key: `live-first-${other.country}` });
  const { lastId } = await hears;
  const started = await start(world, wish);
  world.part('gateway').kill('SIGSTOP');
  const paid = await pay(world, wish, started, 'skip');
  const [path, question] = returnOf(paid);
  await ask(`${world.serviceUrl('payments')}${path}`, question);
  await untilFulfilled(world, [paid.orderId], 20_000);
  await world.crash('gateway');
  await world.ready();
  const { came } = await listen(world, wish.reader, {
    lastId,
    types: ['library-updated', 'reset'],
    withinMs: 10_000,
  });
  return { paid: [first, paid], told: came };
};

const isTakenBack = async (world: World, { orderId, reader, book }: Paid): Promise<boolean> => {
  const order = await ordersOf(world).findOne({ _id: orderId });
  const grant = await grantsOf(world).findOne({ _id: `${reader.userId}:${book.mediaId}:text` });
  return order?.state === 'refunded' && grant?.revokedAt != null;
};

/** So many lines of a process are met by killing it, with so many orders beside them. */
type Lines = { readonly hits: readonly Hit[]; readonly others: readonly Paid[]; readonly lines: number };

const judge = async (
  world: World,
  report: Reporter,
  name: string,
  { hits, others, lines }: Lines,
): Promise<void> => {
  const kept = [...hits.filter(({ point }) => !point.ends).map(({ paid }) => paid), ...others];
  const open = await untilFulfilled(
    world,
    kept.map(({ orderId }) => orderId),
    SETTLED_MS,
  );
  await untilQuiet(world, QUIET_MS);
  const counts = await count(world, kept);
  report.check(
    `${name}: killed exactly there, ${lines} lines: every order is granted once`,
    isClean(counts) && open === 0 && counts.attempt === kept.length && hits.every(({ died }) => died),
    `${hits.length > 0 ? `${hits.filter(({ died }) => died).length} of ${hits.length} died at their line; ` : ''}${inWords(counts)}`,
    counts,
  );
  const back = hits.filter(({ point }) => point.ends === 'refunded');
  if (back.length === 0) return;
  const gone = await until(
    async () => (await Promise.all(back.map(({ paid }) => isTakenBack(world, paid)))).every(Boolean),
    SETTLED_MS,
  );
  report.check(
    `${name}: money that went back takes the book back, once`,
    gone === true,
    `${back.length} orders`,
  );
};

const countries = ['IN', 'US'] as const;

/** Somebody new who wishes for every book on the shelf, one after another. */
const wisher = async (world: World, country: (typeof countries)[number]): Promise<() => Wish> => {
  const reader = await world.newReader();
  const wishes = world.books.map(
    (book, n): Wish => ({ reader, book, country, email: `${reader.userId}.${n}@faults.example` }),
  );
  return () => {
    const wish = wishes.pop();
    if (!wish) throw new Error('no book is left to buy');
    return wish;
  };
};

/** P2: each line once with orders at both providers in turn; at night with one at each. */
const hitAll = async (world: World, report: Reporter, scale: number, part: PartName): Promise<Hit[]> => {
  const hits: Hit[] = [];
  for (const [turn, country] of countries.entries()) {
    const next = await wisher(world, country);
    const own = points.filter((point) => point.part === part);
    for (const point of own.filter((_, n) => scale > 1 || n % 2 === turn)) {
      const hit = await hitPoint(world, point, next());
      hits.push(hit);
      if (!hit.died)
        report.check(`crash points: ${point.name} (${country}) is reached`, false, 'the process lived on');
    }
  }
  return hits;
};

const linesOf = (part: PartName): Scenario => ({
  name: `crash points of ${part}`,
  run: async (world, report, { scale }) => {
    const hits = await hitAll(world, report, scale, part);
    const lines = points.filter((point) => point.part === part).length;
    await judge(world, report, `crash points of ${part}`, { hits, others: [], lines });
  },
});

/** Lines that a process can not kill itself at: what is in the gateway's hands when it dies. */
const linesOfGateway: Scenario = {
  name: 'crash points of gateway',
  run: async (world, report) => {
    const others: Paid[] = [];
    for (const country of countries) {
      const next = await wisher(world, country);
      others.push(await webhookInFlight(world, next()));
      await world.ready();
      const { paid, told } = await liveInFlight(world, next(), next());
      others.push(...paid);
      report.check(
        `crash points of gateway: a page that was open when it died hears what it missed (${country})`,
        told !== null,
        `told ${told ?? 'nothing'}`,
      );
    }
    await judge(world, report, 'crash points of gateway', { hits: [], others, lines: 2 });
  },
};

/** P2: processes are killed exactly at each line that matters. */
export const crashPoints = {
  payments: linesOf('payments'),
  library: linesOf('library'),
  gateway: linesOfGateway,
};
