/** P79, P76: cards of an open dashboard move by themselves, for admins only, and are the books of the providers. */
import { liveTypes, paiseOf } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { type LiveStream, openLiveStream } from '../../live-stream.ts';
import { confirmPayment, createOrder, payOrder } from '../../purchase.ts';
import { newPurchases } from '../purchases.ts';
import { restoredScenario, type Trial, unless } from '../trial.ts';
import { dashboardOf, readNumbers, restoreOf, waitUntilCounted } from './usage-process.ts';

const MOVED_MS = 2_000;
const GIVEN_UP_MS = 10_000;
const MOST_ENDED = 2;

/** Messages of the dashboard. */
const cardMessages = (stream: LiveStream | undefined): number =>
  stream?.messages.filter(({ type }) => type === liveTypes.kpiUpdated).length ?? 0;

/** What the providers keep of purchases, in paise. */
const ledgerPaise = async ({ sandbox }: Fixture): Promise<number> =>
  (await sandbox.payments())
    .filter(({ isPaid }) => isPaid)
    .reduce((sum, { amountMinor, refundedMinor, currency }) => {
      const inPaise = (minor: number) => paiseOf({ minor, currency: currency === 'USD' ? 'USD' : 'INR' });
      return sum + inPaise(amountMinor) - inPaise(refundedMinor);
    }, 0);

type Size = {
  readonly orders: number;
  /** Limit for the median: two seconds need a machine that nothing else uses. */
  readonly movedMs: number;
};

export const movingCards: Trial<Size> = async (fixture, { orders, movedMs }) => {
  const [purchases, stranger] = [await newPurchases(fixture, orders), await fixture.newReader()];
  await waitUntilCounted(fixture);
  const streams = await Promise.all(
    [fixture.adminToken, stranger.token, null].map((token) => openLiveStream(fixture.api, token)),
  );
  const others = streams.slice(1);
  let [admin] = streams;
  let ended = 0;
  const times: number[] = [];
  const missing: string[] = [];
  try {
    for (const purchase of purchases) {
      const { totalRevenue } = await dashboardOf(fixture).getKpis();
      const endedBefore = ended;
      const received = cardMessages(admin);
      /** The gateway ends a stream when it learns of the account again. A browser connects again then, and reads again. */
      const isReceived = async (): Promise<boolean> => {
        if (!admin?.isOpen()) {
          ended += 1;
          admin = await openLiveStream(fixture.api, fixture.adminToken);
          streams.push(admin);
        }
        return ended > endedBefore || cardMessages(admin) > received;
      };
      const paid = await payOrder(fixture, purchase, await createOrder(fixture, purchase));
      await confirmPayment(fixture, paid);
      const began = performance.now();
      const isCounted = async () => (await dashboardOf(fixture).getKpis()).totalRevenue > totalRevenue;
      await poll(async () => (await isReceived()) && (await isCounted()), GIVEN_UP_MS, 20);
      times.push(performance.now() - began);
      if (!(await isReceived())) missing.push('message');
      if (!(await isCounted())) missing.push('number');
    }
    const isCounted = await waitUntilCounted(fixture);
    const [{ kpis }, books] = [await readNumbers(fixture), await ledgerPaise(fixture)];
    const middle = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? GIVEN_UP_MS;
    return {
      detail: `${orders} orders, a card moves after ${times.map((ms) => Math.round(ms)).join(', ')} ms; missing: ${missing.join(', ') || 'nothing'}; streams ended: ${ended}`,
      broken: unless({
        [`cards do not move within ${movedMs} ms`]: middle <= movedMs && Math.max(...times) < GIVEN_UP_MS,
        'readers or visitors hear of the numbers': others.every((other) => cardMessages(other) === 0),
        [`${ended} streams ended`]: ended <= MOST_ENDED,
        'facts are not counted in time': isCounted,
        'revenue is not that of the providers': Math.round(kpis.totalRevenue * 100) === books,
      }),
    };
  } finally {
    for (const { close } of streams) close();
  }
};

export const liveCards = restoredScenario(
  'live cards',
  'an order moves the cards of admins only, and revenue is the ledgers to the paisa (P76, P79)',
  {
    trial: movingCards,
    sizeOf: ({ isNightly }) =>
      isNightly ? { orders: 20, movedMs: MOVED_MS } : { orders: 5, movedMs: GIVEN_UP_MS },
    restore: restoreOf('analytics-usage'),
  },
);
