/** P60: the sums of pages, of the counter and of the ledger are the provider's money, after refunds of any size. */
import { randomUUID } from 'node:crypto';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently, request } from '../../http.ts';
import { killInTurn } from '../kills.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import { createPage, type Gift, refundOrder, startGift } from './run-payments.ts';
import { adminOf, bookRows, openRegistration, post, restartRun } from './run-platform.ts';

type Size = {
  readonly pages: number;
  readonly gifts: number;
  readonly kills: number;
  readonly withinMs: number;
};

const CONCURRENCY = 6;

/** What happens to a gift: refunds are parts of it, the last one is the rest. */
const fates = [
  'paid',
  'failed',
  'part back',
  'open',
  'all back',
  'in two parts',
  'paid',
  'no webhook',
] as const;

const live = async (fixture: Fixture, gift: Gift, fate: (typeof fates)[number]): Promise<void> => {
  const { orderId, paymentSessionId } = gift;
  if (fate === 'open') return;
  if (fate === 'failed') {
    const body = { paymentSessionId, outcome: 'failed', webhook: 'duplicate' };
    await request(`${fixture.platform.sandboxUrl}/sandbox/cashfree/pay`, { method: 'POST', body });
    return;
  }
  await fixture.sandbox.payCashfree(paymentSessionId, fate === 'no webhook' ? 'skip' : 'duplicate');
  await post(fixture, '/payments/cashfree/verify', { orderId });
  if (fate === 'part back') await refundOrder(fixture, gift, 'A part', 2_500);
  if (fate === 'all back') await refundOrder(fixture, gift, 'All of it');
  if (fate === 'in two parts') {
    await refundOrder(fixture, gift, 'A part', 4_000);
    await refundOrder(fixture, gift, 'The rest');
  }
};

type Sums = { readonly pages: readonly number[]; readonly counter: number; readonly ledger: number };

export const giftsUnderKills: Trial<Size> = async (fixture, { pages, gifts: each, kills, withinMs }) => {
  const prefix = `gifts-${randomUUID().slice(0, 8)}`;
  await openRegistration(fixture);
  const run = adminOf(fixture);
  const slugs: string[] = [];
  await forEachConcurrently([...Array(pages).keys()], CONCURRENCY, async (n) => {
    slugs[n] = await createPage(fixture, prefix, n);
  });
  const sums = async (): Promise<Sums> => {
    const raised: number[] = [];
    await forEachConcurrently([...slugs.entries()], CONCURRENCY, async ([n, slug]) => {
      raised[n] = (await run.getPage({ params: { slug } })).raisedMinor;
    });
    const [counts, ledger] = await Promise.all([run.getCounts(), run.getLedger()]);
    return {
      pages: raised,
      counter: counts.raisedMinor,
      ledger: ledger.totalMinor,
    };
  };
  const before = await sums();
  const gifts: Gift[] = [];
  const giveAll = forEachConcurrently([...Array(pages * each).keys()], CONCURRENCY, async (n) => {
    const gift = await startGift(fixture, slugs[n % pages] ?? '', n);
    gifts.push(gift);
    await live(fixture, gift, fates[Math.floor(n / pages) % fates.length] ?? 'paid');
  });
  await Promise.all([
    giveAll,
    killInTurn(fixture, kills, ['virtual-run', 'payments', 'virtual-run', 'mongo']),
  ]);
  await fixture.ready();

  const rows = await bookRows(fixture, new Set(gifts.map(({ orderId }) => orderId)));
  const slugOf = new Map<string, string>(gifts.map(({ orderId, slug }) => [orderId, slug]));
  const inBooks = slugs.map((slug) =>
    rows
      .filter(({ isPaid, orderId }) => isPaid && slugOf.get(orderId) === slug)
      .reduce((sum, { amountMinor, refundedMinor }) => sum + amountMinor - refundedMinor, 0),
  );
  const all = inBooks.reduce((sum, minor) => sum + minor, 0);
  const findBroken = async (): Promise<string[]> => {
    const now = await sums();
    const wrong = now.pages.filter((minor, n) => minor !== inBooks[n]).length;
    return unless({
      [`${wrong} pages differ from the books`]: wrong === 0,
      [`the counter moved by ${now.counter - before.counter} paise, the books by ${all}`]:
        now.counter - before.counter === all,
      [`the ledger moved by ${now.ledger - before.ledger} paise, the books by ${all}`]:
        now.ledger - before.ledger === all,
    });
  };
  await poll(async () => (await findBroken()).length === 0, withinMs, 500);
  const refunded = rows.filter(({ refundedMinor }) => refundedMinor > 0).length;
  return {
    detail: `pages=${pages} gifts=${gifts.length} paise=${all} refunded=${refunded} kills=${kills}`,
    broken: await findBroken(),
  };
};

export const runGifts = restoredScenario(
  'run gifts',
  'pages, counter and ledger hold the paise of the books, under kills (P60)',
  {
    trial: giftsUnderKills,
    sizeOf: ({ isNightly }) =>
      isNightly
        ? { pages: 200, gifts: 50, kills: 20, withinMs: 180_000 }
        : { pages: 3, gifts: 8, kills: 3, withinMs: 60_000 },
    restore: restartRun,
  },
);
