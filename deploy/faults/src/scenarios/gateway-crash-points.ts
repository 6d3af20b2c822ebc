import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilFulfilled } from '../checker.ts';
import type { Fixture, Reader } from '../fixture.ts';
import { request } from '../http.ts';
import { confirmationRequest, createOrder, type PaidOrder, type Purchase, payOrder } from '../purchase.ts';
import { checkOutcome, countries, purchaseQueue, viaConfirmation } from './crash-points.ts';
import type { Scenario } from './scenario.ts';

/** The gateway crashes with a webhook in flight: payments received it, the provider gets no response. */
const webhookInFlight = async (fixture: Fixture, purchase: Purchase): Promise<PaidOrder> => {
  const started = await createOrder(fixture, purchase);
  fixture.part('payments').kill('SIGSTOP');
  const paid = await payOrder(fixture, purchase, started);
  await sleep(500);
  await fixture.crash('gateway');
  fixture.part('payments').kill('SIGCONT');
  return paid;
};

/** Reads the event stream until one of `types` arrives. @returns that type and the last event id */
const readUpdates = async (
  fixture: Fixture,
  reader: Reader,
  { lastId, types, withinMs }: { lastId?: string; types: readonly string[]; withinMs: number },
): Promise<{ readonly receivedType: string | null; readonly lastId: string }> => {
  const response = await fetch(`${fixture.api}/updates/stream`, {
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
      const receivedType = types.find(
        (type) => text.includes(`"${type}"`) || text.includes(`event: ${type}`),
      );
      if (receivedType) return { receivedType, lastId: idOf() };
    }
  } catch {
    // Timeout, or the gateway crashed.
  }
  return { receivedType: null, lastId: idOf() };
};

/**
 * The gateway crashes between the live log and the open page: the page reconnects with Last-Event-ID and receives what
 * it missed.
 */
const liveUpdateInFlight = async (
  fixture: Fixture,
  purchase: Purchase,
  other: Purchase,
): Promise<{ paid: PaidOrder[]; replayed: string | null }> => {
  const streamed = readUpdates(fixture, purchase.reader, { types: ['library-updated'], withinMs: 20_000 });
  await sleep(300);
  const first = await viaConfirmation({ fixture, purchase: other, key: `live-first-${other.country}` });
  const { lastId } = await streamed;
  const started = await createOrder(fixture, purchase);
  fixture.part('gateway').kill('SIGSTOP');
  const paid = await payOrder(fixture, purchase, started, 'skip');
  const [path, options] = confirmationRequest(paid);
  await request(`${fixture.serviceUrl('payments')}${path}`, options);
  await waitUntilFulfilled(fixture, [paid.orderId], 20_000);
  await fixture.crash('gateway');
  await fixture.ready();
  const { receivedType } = await readUpdates(fixture, purchase.reader, {
    lastId,
    types: ['library-updated', 'reset'],
    withinMs: 10_000,
  });
  return { paid: [first, paid], replayed: receivedType };
};

/** P2, P22: the gateway crashes without a failpoint: with a request or a live update in flight. */
export const gatewayCrashPoints: Scenario = {
  name: 'crash points of gateway',
  run: async (fixture, report) => {
    const others: PaidOrder[] = [];
    for (const country of countries) {
      const next = await purchaseQueue(fixture, country);
      others.push(await webhookInFlight(fixture, next()));
      await fixture.ready();
      const { paid, replayed } = await liveUpdateInFlight(fixture, next(), next());
      others.push(...paid);
      report.check(
        `crash points of gateway: a page reconnects and receives what it missed (${country})`,
        replayed !== null,
        `received ${replayed ?? 'nothing'}`,
      );
    }
    await checkOutcome(fixture, report, 'crash points of gateway', { results: [], others, pointCount: 2 });
  },
};
