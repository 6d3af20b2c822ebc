import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, libraryApi, paymentSucceeded } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import { grantsOf, ordersOf, outboxLeft, waitUntilFulfilled } from '../checker.ts';
import type { Fixture, PartName } from '../fixture.ts';
import { request } from '../http.ts';
import { without } from '../mutations/mutation-env.ts';
import type { MutationName } from '../mutations/mutations.ts';
import {
  confirmationRequest,
  confirmPayment,
  createOrder,
  type PaidOrder,
  type Purchase,
  payOrder,
} from '../purchase.ts';
import { signedWebhook } from '../webhooks.ts';
import type { Scenario } from './scenario.ts';

/** `harm` returns what breaks without the safety part, or null when nothing does: then no test covers the part. */
type Control = {
  readonly removed: MutationName;
  readonly part: PartName;
  readonly harm: (fixture: Fixture, purchase: Purchase) => Promise<string | null>;
};

const HARM_MS = 6_000;
const CRASH_MS = 20_000;
const DELIVERED_MS = 1_000;
const RUPEE = 100;
const STALE_MS = 10 * 60_000;

/** Removes the sweeper too, because it repairs the harm of the other mutations. */
const withoutRecovery = (removed: MutationName): Record<string, string | undefined> =>
  without(removed, 'sweeper');

const restartWith = async (
  fixture: Fixture,
  name: PartName,
  env: Record<string, string | undefined>,
): Promise<void> => {
  await fixture.crash(name, env);
  await fixture.ready();
};

/** Crashes `part` at a failpoint during `act`; the next start keeps the mutations and has no failpoint. */
const crashAt = async (
  fixture: Fixture,
  part: PartName,
  point: string,
  env: Record<string, string | undefined>,
  act: () => Promise<PaidOrder>,
): Promise<PaidOrder> => {
  await restartWith(fixture, part, { ...env, FAILPOINT: point });
  const armed = fixture.part(part).starts();
  fixture.part(part).setEnv({ FAILPOINT: undefined });
  const paid = await act();
  if (!(await poll(async () => fixture.part(part).starts() > armed, CRASH_MS, 50)))
    throw new Error(`${point} was not reached`);
  await fixture.ready();
  return paid;
};

/** Pays and confirms once and accepts any response: the responding process may crash. */
const confirmOnce = async (fixture: Fixture, purchase: Purchase): Promise<PaidOrder> => {
  const paid = await payOrder(fixture, purchase, await createOrder(fixture, purchase), 'skip');
  const [path, options] = confirmationRequest(paid);
  await request(`${fixture.api}${path}`, options);
  return paid;
};

/** @returns a finding when the paid order is not granted in time */
const isLost = async (fixture: Fixture, paid: PaidOrder): Promise<string | null> => {
  const open = await waitUntilFulfilled(fixture, [paid.orderId], HARM_MS);
  const left = await outboxLeft(fixture);
  return open > 0 ? `lost=1 outbox_left=${left}` : null;
};

const stateOf = async (fixture: Fixture, { orderId }: PaidOrder): Promise<string> =>
  (await ordersOf(fixture).findOne({ _id: orderId }))?.state ?? 'unknown';

const controls: readonly Control[] = [
  {
    removed: 'relay',
    part: 'payments',
    harm: async (fixture, purchase) =>
      isLost(
        fixture,
        await crashAt(
          fixture,
          'payments',
          'payments.committed-before-publish',
          withoutRecovery('relay'),
          () => confirmOnce(fixture, purchase),
        ),
      ),
  },
  {
    removed: 'ack-after-commit',
    part: 'library',
    harm: async (fixture, purchase) => {
      await restartWith(fixture, 'library', without('ack-after-commit'));
      const started = await createOrder(fixture, purchase);
      const [library, mongo] = [fixture.part('library'), fixture.part('mongo')];
      library.kill('SIGSTOP');
      const paid = await payOrder(fixture, purchase, started, 'skip');
      await confirmPayment(fixture, paid);
      // The message is delivered, its effect cannot be committed, and the consumer crashes.
      mongo.kill('SIGSTOP');
      library.kill('SIGCONT');
      await sleep(DELIVERED_MS);
      await fixture.crash('library');
      mongo.kill('SIGCONT');
      await fixture.ready();
      return isLost(fixture, paid);
    },
  },
  {
    removed: 'return-handling',
    part: 'payments',
    harm: async (fixture, purchase) => {
      await restartWith(fixture, 'payments', withoutRecovery('return-handling'));
      await fixture.queues.unbind('library.grant-access', paymentSucceeded.type);
      return isLost(fixture, await confirmOnce(fixture, purchase));
    },
  },
  {
    removed: 'amount-check',
    part: 'payments',
    harm: async (fixture, purchase) => {
      await restartWith(fixture, 'payments', withoutRecovery('amount-check'));
      const started = await createOrder(fixture, purchase);
      await fixture.sandbox.setKnob({ target: 'cashfree.pay', wrongAmount: true, times: 1 });
      const paid = await payOrder(fixture, purchase, started, 'skip');
      await confirmPayment(fixture, paid);
      await waitUntilFulfilled(fixture, [paid.orderId], HARM_MS);
      const granted = await grantsOf(fixture).countDocuments({ paidBy: paid.orderId });
      return granted > 0 ? `unexpected=${granted}: a payment that is one rupee short grants the book` : null;
    },
  },
  {
    removed: 'freshness',
    part: 'payments',
    harm: async (fixture, purchase) => {
      await restartWith(fixture, 'payments', withoutRecovery('freshness'));
      const started = await createOrder(fixture, purchase);
      const { status } = await request(
        ...signedWebhook(fixture, { started }, 'success', Date.now() - STALE_MS),
      );
      const order = await ordersOf(fixture).findOne({ _id: started.orderId });
      return order?.state === 'paid' ? `a stale webhook (${status}) marks an unpaid order as paid` : null;
    },
  },
  {
    removed: 'rank-rule',
    part: 'payments',
    harm: async (fixture, purchase) => {
      await restartWith(fixture, 'payments', withoutRecovery('rank-rule'));
      const paid = await payOrder(fixture, purchase, await createOrder(fixture, purchase), 'skip');
      await confirmPayment(fixture, paid);
      await request(...signedWebhook(fixture, paid, 'failed'));
      const state = await stateOf(fixture, paid);
      return state === 'paid' ? null : `a late failure makes a paid order ${state}`;
    },
  },
  {
    removed: 'price-lookup',
    part: 'payments',
    harm: async (fixture, { reader, book }) => {
      await restartWith(fixture, 'payments', withoutRecovery('price-lookup'));
      const { status } = await request(`${fixture.api}/payments/create`, {
        method: 'POST',
        token: reader.token,
        body: { items: [{ media: book.mediaId }], country: 'IN', amount: RUPEE },
      });
      return status === 200 ? 'the amount of the request is charged' : null;
    },
  },
  {
    removed: 'access-check',
    part: 'library',
    harm: async (fixture, { reader, book }) => {
      await restartWith(fixture, 'library', without('access-check'));
      const library = createClient(libraryApi, { baseUrl: fixture.api, token: () => reader.token });
      const { hasAccess } = await library.checkAccess({ params: { mediaId: book.mediaId } });
      return hasAccess ? 'a reader without a grant has access' : null;
    },
  },
];

/** Controls that need only one service run in its integration tests. */
const controlledElsewhere = [
  ['inbox', 'services/_chassis/test/controls.int.test.ts'],
  ['outbox', 'services/_chassis/test/controls.int.test.ts'],
  ['preview-strip', 'services/library/test/controls.int.test.ts'],
  ['one-open-order', 'services/payments/test/controls.int.test.ts'],
  ['last-admin', 'services/identity/test/last-admin.int.test.ts'],
  ['erasure-sweeper', 'services/identity/test/erasure-record.int.test.ts'],
] as const satisfies readonly (readonly [MutationName, string])[];

/** How long a payment without a webhook must stay pending without the sweeper. The other controls run in that time. */
const SWEEP_WAIT_MS = 40_000;

const payWithoutSweeper = async (
  fixture: Fixture,
  purchase: Purchase,
): Promise<{ paid: PaidOrder; at: number }> => {
  await restartWith(fixture, 'payments', without('sweeper'));
  const paid = await payOrder(fixture, purchase, await createOrder(fixture, purchase), 'skip');
  return { paid, at: Date.now() };
};

/** Each safety part is removed once, and its harm must be detected: else the scenarios prove nothing. */
export const negativeControls: Scenario = {
  name: 'negative controls',
  run: async (fixture, report) => {
    const reader = await fixture.newReader();
    const purchases = fixture.books.map((book): Purchase => ({ reader, book, country: 'IN' }));
    const next = (): Purchase => {
      const purchase = purchases.pop();
      if (!purchase) throw new Error('no book is left to buy');
      return purchase;
    };
    // Every control keeps the sweeper off until this order has waited long enough.
    const unswept = await payWithoutSweeper(fixture, next());
    const checkDetected = (name: string, harm: string | null): void =>
      report.check(`negative controls: ${name} removed is detected`, harm !== null, harm ?? 'no harm');
    for (const { removed, part, harm } of controls) {
      const found = await harm(fixture, next()).catch((error: unknown) => {
        report.note(error instanceof Error ? error.message : String(error));
        return null;
      });
      checkDetected(removed, found);
      await restartWith(fixture, part, part === 'payments' ? without('sweeper') : without());
    }
    await sleep(Math.max(0, unswept.at + SWEEP_WAIT_MS - Date.now()));
    const state = await stateOf(fixture, unswept.paid);
    checkDetected(
      'sweeper',
      state === 'pending' ? `a paid order is still ${state} after ${SWEEP_WAIT_MS / 1000} s` : null,
    );
    await restartWith(fixture, 'payments', without());
    const open = await waitUntilFulfilled(fixture, [unswept.paid.orderId], 60_000);
    report.check('negative controls: with the sweeper restored the pending payment is settled', open === 0);
    for (const [name, where] of controlledElsewhere) report.note(`${name}: removed in ${where}`);
  },
};
