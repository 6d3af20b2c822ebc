import { cmsMutations } from './cms-mutations.ts';
import { conciergeMutations } from './concierge-mutations.ts';
import { edit, type Mutation, mutation } from './mutation.ts';
import { publishingMutations } from './publishing-mutations.ts';
import { replicaMutations } from './replica-mutations.ts';
import { runMutations } from './run-mutations.ts';
import { storeMutations } from './store-mutations.ts';
import { usageMutations } from './usage-mutations.ts';

/**
 * Negative controls as source mutations. Each one removes a safety part from the product's own text, and a control
 * must then show the harm. The product holds no switch; this folder is in no image (decision 0055).
 */

const FAULTS = 'deploy/faults/src/scenarios/negative-controls.ts';
const CHASSIS = 'services/_chassis/test/controls.int.test.ts';
const SWEEP_SCHEDULE = 'services/_chassis/src/store/relay/sweep-schedule.ts';
const PAYMENTS = 'services/payments/test/controls.int.test.ts';
const GIFTS_STORE = 'services/payments/src/orders/order-gifts.store.ts';
const CMS = 'services/cms/test/controls.int.test.ts';
const CMS_FAULTS = 'deploy/faults/src/scenarios/cms/cms-controls.ts';
const LIBRARY = 'services/library/test/controls.int.test.ts';

const chassis = {
  /** An event is applied each time it is delivered. */
  inbox: mutation(
    [CHASSIS],
    'services/_chassis/src/store/aggregate.ts',
    "const once = applied ? { 'applied.id': { $ne: applied } } : {};",
    'const once = {};',
  ),
  /** Messages are sent beside the write, not kept with it. */
  outbox: {
    controls: [CHASSIS],
    edits: [
      edit(
        'services/_chassis/src/store/aggregate.ts',
        'async (document, messages = {}) => {\n      const rows = toOutboxRows(messages);',
        'async (document, messages = {}) => {\n      outbox.sendSoon(name, document._id, toOutboxRows(messages));\n      const rows: OutboxRow[] = [];',
      ),
      edit(
        'services/_chassis/src/store/aggregate.ts',
        'upsert = false, ...messages } = {},\n  ) => {\n    const rows = toOutboxRows(messages);',
        "upsert = false, ...messages } = {},\n  ) => {\n    outbox.sendSoon(name, String((filter as { _id?: unknown })._id ?? ''), toOutboxRows(messages));\n    const rows: OutboxRow[] = [];",
      ),
    ],
  },
  /** Rows left by a crash are not looked for. */
  relay: {
    controls: [CHASSIS, FAULTS],
    edits: [
      edit(SWEEP_SCHEDULE, "if (state !== 'running') return;", 'return;'),
      edit(SWEEP_SCHEDULE, "if (state === 'running') void sweepSafely(true);", ''),
    ],
  },
  /** A message is acknowledged when it arrives, before its effect is committed. */
  'ack-after-commit': {
    controls: [CHASSIS, FAULTS],
    edits: [
      edit(
        'services/_chassis/src/bus/memory/deliver.ts',
        'delivery.attempts += 1;',
        'delivery.attempts += 1;\n    delivery.settled();',
      ),
      edit(
        'services/_chassis/src/bus/rabbit/acks.ts',
        "void deliveries.set(message, 'in progress')",
        'channel.ack(message)',
      ),
      edit('services/_chassis/src/bus/rabbit/acks.ts', "deliveries.set(message, 'handled');", ''),
    ],
  },
  /** A message that no queue took counts as sent. */
  'return-handling': {
    controls: [CHASSIS, FAULTS],
    edits: [
      edit(
        'services/_chassis/src/bus/memory/deliver.ts',
        'delivery.settled(noConsumer(queue));\n      }, consumerTimeoutMs);',
        'delivery.settled();\n      }, consumerTimeoutMs);',
      ),
      edit(
        'services/_chassis/src/bus/rabbit/publisher.ts',
        'const cameBack = returned.delete(ticket);',
        'const cameBack = returned.delete(ticket) && false;',
      ),
    ],
  },
} as const satisfies Record<string, Mutation>;

const identity = {
  /** An account is deleted or demoted without a check of the other admins. */
  'last-admin': mutation(
    ['services/identity/test/last-admin.int.test.ts'],
    'services/identity/src/admins/protect-last-admin.ts',
    "if (role !== 'ADMIN') return { _id, role };",
    'return { _id, role };',
  ),
  /** A deletion that a service has not answered is not published again. */
  'erasure-sweeper': mutation(
    ['services/identity/test/erasure-record.int.test.ts'],
    'services/identity/src/privacy/sweep-erasures.ts',
    'return async (signal: AbortSignal): Promise<void> => {',
    'return async (signal: AbortSignal): Promise<void> => {\n    return;',
  ),
} as const satisfies Record<string, Mutation>;

const library = {
  /** Every item counts as owned. */
  'access-check': mutation(
    [LIBRARY, FAULTS],
    'services/library/src/entitlement/resolve-entitlement.ts',
    'entitlement: entitlementOf(item, grants, clock.now(), format)',
    "entitlement: 'owned'",
  ),
  /** A sample keeps what its pages refer to. Cut in this process: the confined one is given no mutation. */
  'preview-strip': {
    controls: [LIBRARY, 'services/library/test/cut-sample.int.test.ts'],
    edits: [
      edit(
        'services/library/src/pdf/cut-sample.ts',
        'for (const page of book.getPages().slice(start, start + range.pages)) prunePage(page.node);',
        'void prunePage;',
      ),
      edit(
        'services/library/src/pdf/cut-sample.ts',
        'await checkSample(bytes, range.pages, withheld);',
        'void [checkSample, withheld];',
      ),
      edit(
        'services/library/src/preview/samples.ts',
        "renderWorker.render(\n        { kind: 'cut', source, target, first, pages, expectedPages: file.pages },\n        priority,\n      )",
        // renamed when it is whole, as by the confined process: a request may come while the first pages are drawn
        `Promise.all([import('../pdf/cut-sample.ts'), import('node:fs/promises')]).then(
        async ([{ cutSample }, { readFile, rename, writeFile }]) => {
          const part = target + '.' + Math.random();
          await files.copyTo(file.key, part);
          await writeFile(part, await cutSample(await readFile(part), { first, pages, expectedPages: file.pages }));
          await rename(part, target);
        },
      )`,
      ),
    ],
  },
} as const satisfies Record<string, Mutation>;

const payments = {
  /** A payment of any amount is accepted. */
  'amount-check': mutation(
    [PAYMENTS, FAULTS],
    'services/payments/src/orders/order-lifecycle.rules.ts',
    'const wrong = wrongIn(order, observation);',
    'const wrong = null as Reported | null;',
  ),
  /** A signed webhook of any age is applied. */
  freshness: mutation(
    [PAYMENTS, FAULTS],
    'services/payments/src/settlement/handle-webhook.ts',
    'await actOn(name, event, isFresh);',
    'await actOn(name, event, isFresh || true);',
  ),
  /** An order moves to a lower rank too. */
  'rank-rule': {
    controls: [PAYMENTS, FAULTS],
    edits: [
      edit(
        'services/payments/src/orders/order-lifecycle.rules.ts',
        'return transition && ranks[transition.to] > ranks[order.state] ? transition : null;',
        'return transition;',
      ),
      edit('services/payments/src/orders/orders.store.ts', 'rank: { $lt: ranks[to] },', ''),
    ],
  },
  /** The amount that the page names is charged. */
  'price-lookup': mutation(
    [PAYMENTS, FAULTS],
    'services/payments/src/checkout/quote-purchase.ts',
    'if (isClaimTrue(amount, priced.items, mediaById)) return priced;',
    'return { ...priced, total: { ...priced.total, minor: Number(amount) || priced.total.minor } };',
  ),
  /** Orders are not looked at again. */
  sweeper: mutation(
    [PAYMENTS, FAULTS],
    'services/payments/src/settlement/sweep-orders.ts',
    'const checkDue = async (signal: AbortSignal): Promise<void> => {',
    'const checkDue = async (signal: AbortSignal): Promise<void> => {\n    return;',
  ),
  /** A second open order for the same items is made. */
  'one-open-order': mutation(
    [PAYMENTS],
    'services/payments/src/checkout/create-order.ts',
    'amount, plan, basket, ...gift }, identity);',
    'amount, plan, ...gift }, identity);',
  ),
  'gift-once': mutation(
    [PAYMENTS],
    GIFTS_STORE,
    "        'gift.code': { $exists: true },\n        'gift.redeemedAt': null,\n",
    "        'gift.code': { $exists: true },\n",
  ),
  /** Each request creates a customer of its own at Stripe. */
  'one-card-customer': mutation(
    [PAYMENTS],
    'services/payments/src/providers/stripe-cards.ts',
    '{ idempotencyKey: key }',
    '{ idempotencyKey: key + Math.random() }',
  ),
  /** A resumed order stores the card though the buyer has withdrawn that choice. */
  'card-choice': mutation(
    [PAYMENTS],
    'services/payments/src/checkout/use-stored-card.ts',
    'const customer = await deps.cards.ofUser(order.userId);',
    'const customer = (await deps.cards.ofUser(order.userId)) && null;',
  ),
} as const satisfies Record<string, Mutation>;

const cms = {
  /** A letter is offered to the mail server before it is stored that it will be. */
  'letter-mark': mutation(
    ['services/cms/test/letters-kill.int.test.ts', CMS_FAULTS],
    'services/cms/src/letters/send-batch.ts',
    "if (!(await store({ leaseUntil: leaseFrom(clock.now()) }))) return 'lost';",
    'void leaseFrom;',
  ),
  /** Two handlers send the same batch. */
  'batch-lease': mutation(
    [CMS],
    'services/cms/src/letters/batches.store.ts',
    "{ _id, state: 'open', $or: [{ leaseUntil: null }, { leaseUntil: { $lte: now } }] },",
    '{ _id },',
  ),
  /** Texts of editors are stored and answered as they are. */
  'rich-text': mutation(
    [CMS],
    'services/cms/src/texts/sanitize.ts',
    "sanitizeHtml(html.replace(removedBlock, '$& '), options);",
    'html;\nvoid options;',
  ),
  /** A letter with any subject is sent. */
  'outing-check': mutation(
    [CMS],
    'services/cms/src/letters/start-send.ts',
    'if (!knowingly) refuseOutingWords(content, from);',
    'void [knowingly, from, refuseOutingWords];',
  ),
} as const satisfies Record<string, Mutation>;

export const mutations = {
  ...conciergeMutations,
  ...chassis,
  ...identity,
  ...library,
  ...payments,
  ...cms,
  ...cmsMutations,
  ...runMutations,
  ...publishingMutations,
  ...replicaMutations,
  ...storeMutations,
  ...usageMutations,
};
export type MutationName = keyof typeof mutations;
