import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, libraryApi, paymentSucceeded } from '@satrangi/contracts';
import { grantsOf, ordersOf, outboxLeft, untilFulfilled } from '../checker.ts';
import { ask, until } from '../http.ts';
import { without } from '../mutations/mutation-env.ts';
import type { MutationName } from '../mutations/mutations.ts';
import { comeBack, type Paid, pay, returnOf, start, type Wish } from '../shop.ts';
import { signedWebhook } from '../webhooks.ts';
import type { PartName, World } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** What goes wrong without the part, or null when nothing did: then the tests would not miss it. */
type Control = {
  readonly removed: MutationName;
  readonly part: PartName;
  readonly harm: (world: World, wish: Wish) => Promise<string | null>;
};

const HARM_MS = 6_000;
const DEATH_MS = 20_000;
const TAKEN_MS = 1_000;
const RUPEE = 100;
const STALE_MS = 10 * 60_000;

/** Without the sweeper too: it repairs later what the other parts would lose. */
const alone = (removed: MutationName): Record<string, string | undefined> => without(removed, 'sweeper');

const restartWith = async (
  world: World,
  name: PartName,
  env: Record<string, string | undefined>,
): Promise<void> => {
  await world.crash(name, env);
  await world.ready();
};

/** Kills `part` at a line while `act` buys; its next start stays up, with the same mutations. */
const dieAt = async (
  world: World,
  part: PartName,
  point: string,
  env: Record<string, string | undefined>,
  act: () => Promise<Paid>,
): Promise<Paid> => {
  await restartWith(world, part, { ...env, FAILPOINT: point });
  const armed = world.part(part).starts();
  world.part(part).setEnv({ FAILPOINT: undefined });
  const paid = await act();
  if (!(await until(async () => world.part(part).starts() > armed, DEATH_MS, 50)))
    throw new Error(`${point} was not reached`);
  await world.ready();
  return paid;
};

/** Buys and comes back once, whatever the answer: the process that answers may be dying. */
const toldByPage = async (world: World, wish: Wish): Promise<Paid> => {
  const paid = await pay(world, wish, await start(world, wish), 'skip');
  const [path, question] = returnOf(paid);
  await ask(`${world.api}${path}`, question);
  return paid;
};

/** Paid, and after a while still not in the library. */
const isLost = async (world: World, paid: Paid): Promise<string | null> => {
  const open = await untilFulfilled(world, [paid.orderId], HARM_MS);
  const left = await outboxLeft(world);
  return open > 0 ? `lost=1 outbox_left=${left}` : null;
};

const stateOf = async (world: World, { orderId }: Paid): Promise<string> =>
  (await ordersOf(world).findOne({ _id: orderId }))?.state ?? 'unknown';

const controls: readonly Control[] = [
  {
    removed: 'relay',
    part: 'payments',
    harm: async (world, wish) =>
      isLost(
        world,
        await dieAt(world, 'payments', 'payments.committed-before-publish', alone('relay'), () =>
          toldByPage(world, wish),
        ),
      ),
  },
  {
    removed: 'ack-after-commit',
    part: 'library',
    harm: async (world, wish) => {
      await restartWith(world, 'library', without('ack-after-commit'));
      const started = await start(world, wish);
      const [library, mongo] = [world.part('library'), world.part('mongo')];
      library.kill('SIGSTOP');
      const paid = await pay(world, wish, started, 'skip');
      await comeBack(world, paid);
      // The message is taken, its effect can not be kept, and then nobody is there any more.
      mongo.kill('SIGSTOP');
      library.kill('SIGCONT');
      await sleep(TAKEN_MS);
      await world.crash('library');
      mongo.kill('SIGCONT');
      await world.ready();
      return isLost(world, paid);
    },
  },
  {
    removed: 'return-handling',
    part: 'payments',
    harm: async (world, wish) => {
      await restartWith(world, 'payments', alone('return-handling'));
      await world.queues.unbind('library.grant-access', paymentSucceeded.type);
      return isLost(world, await toldByPage(world, wish));
    },
  },
  {
    removed: 'amount-check',
    part: 'payments',
    harm: async (world, wish) => {
      await restartWith(world, 'payments', alone('amount-check'));
      const started = await start(world, wish);
      await world.sandbox.knob({ target: 'cashfree.pay', wrongAmount: true, times: 1 });
      const paid = await pay(world, wish, started, 'skip');
      await comeBack(world, paid);
      await untilFulfilled(world, [paid.orderId], HARM_MS);
      const granted = await grantsOf(world).countDocuments({ paidBy: paid.orderId });
      return granted > 0 ? `unexpected=${granted}: a rupee less buys the book` : null;
    },
  },
  {
    removed: 'freshness',
    part: 'payments',
    harm: async (world, wish) => {
      await restartWith(world, 'payments', alone('freshness'));
      const started = await start(world, wish);
      const { status } = await ask(...signedWebhook(world, { started }, 'success', Date.now() - STALE_MS));
      const order = await ordersOf(world).findOne({ _id: started.orderId });
      return order?.state === 'paid' ? `an old webhook alone (${status}) pays an order nobody paid` : null;
    },
  },
  {
    removed: 'rank-rule',
    part: 'payments',
    harm: async (world, wish) => {
      await restartWith(world, 'payments', alone('rank-rule'));
      const paid = await pay(world, wish, await start(world, wish), 'skip');
      await comeBack(world, paid);
      await ask(...signedWebhook(world, paid, 'failed'));
      const state = await stateOf(world, paid);
      return state === 'paid' ? null : `a late failure makes a paid order ${state}`;
    },
  },
  {
    removed: 'price-lookup',
    part: 'payments',
    harm: async (world, { reader, book }) => {
      await restartWith(world, 'payments', alone('price-lookup'));
      const { status } = await ask(`${world.api}/payments/create`, {
        method: 'POST',
        token: reader.token,
        body: { items: [{ media: book.mediaId }], country: 'IN', amount: RUPEE },
      });
      return status === 200 ? 'the page sets the price' : null;
    },
  },
  {
    removed: 'access-check',
    part: 'library',
    harm: async (world, { reader, book }) => {
      await restartWith(world, 'library', without('access-check'));
      const library = createClient(libraryApi, { baseUrl: world.api, token: () => reader.token });
      const { hasAccess } = await library.checkAccess({ params: { mediaId: book.mediaId } });
      return hasAccess ? 'a stranger may open the book' : null;
    },
  },
];

/** Where the other mutations are used: on one service, closer than a whole platform can. */
const provenElsewhere = [
  ['inbox', 'services/_chassis/test/controls.int.test.ts'],
  ['outbox', 'services/_chassis/test/controls.int.test.ts'],
  ['preview-strip', 'services/library/test/controls.int.test.ts'],
  ['one-open-order', 'services/payments/test/controls.int.test.ts'],
  ['last-admin', 'services/identity/test/users.int.test.ts'],
  ['erasure-sweeper', 'services/identity/test/erasure.int.test.ts'],
] as const satisfies readonly (readonly [MutationName, string])[];

/** Without its sweeper, a payment without a webhook stays unknown. The other controls run while it waits. */
const SWEPT_MS = 40_000;

const forgetSweeper = async (world: World, wish: Wish): Promise<{ paid: Paid; at: number }> => {
  await restartWith(world, 'payments', without('sweeper'));
  const paid = await pay(world, wish, await start(world, wish), 'skip');
  return { paid, at: Date.now() };
};

/** Each safety part is removed once, and what it protects must break: else these tests prove nothing. */
export const negativeControls: Scenario = {
  name: 'negative controls',
  run: async (world, report) => {
    const reader = await world.newReader();
    const wishes = world.books.map((book): Wish => ({ reader, book, country: 'IN' }));
    const next = (): Wish => {
      const wish = wishes.pop();
      if (!wish) throw new Error('no book is left to buy');
      return wish;
    };
    // Every control keeps the sweeper off until this one has been given all the time a sweeper needs.
    const forgotten = await forgetSweeper(world, next());
    const caught = (name: string, harm: string | null): void =>
      report.check(`negative controls: ${name} removed is noticed`, harm !== null, harm ?? 'nothing broke');
    for (const { removed, part, harm } of controls) {
      const found = await harm(world, next()).catch((error: unknown) => {
        report.note(error instanceof Error ? error.message : String(error));
        return null;
      });
      caught(removed, found);
      await restartWith(world, part, part === 'payments' ? without('sweeper') : without());
    }
    await sleep(Math.max(0, forgotten.at + SWEPT_MS - Date.now()));
    const state = await stateOf(world, forgotten.paid);
    caught(
      'sweeper',
      state === 'pending' ? `a paid order is still ${state} after ${SWEPT_MS / 1000} s` : null,
    );
    await restartWith(world, 'payments', without());
    const open = await untilFulfilled(world, [forgotten.paid.orderId], 60_000);
    report.check('negative controls: with the sweeper back the forgotten payment is found', open === 0);
    for (const [name, where] of provenElsewhere) report.note(`${name}: removed in ${where}`);
  },
};
