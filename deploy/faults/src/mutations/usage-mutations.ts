import { edit, type Mutation, mutation } from './mutation.ts';

const FAULTS = 'deploy/faults/src/scenarios/usage/usage-controls.ts';
const NUMBERS = 'services/analytics-usage/test/controls.int.test.ts';
const USAGE = 'services/analytics-usage/src';
const CHAT = 'services/concierge/src';

/** Negative controls of the numbers and the chat: see mutations.ts. */
export const usageMutations = {
  /** A repeated event is another fact. */
  'fact-claim': mutation(
    [NUMBERS, FAULTS],
    `${USAGE}/facts/record-fact.ts`,
    'await facts.add(fact);',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the product, not a template
    'await facts.add({ ...fact, _id: `${fact._id}:${Math.random()}` });',
  ),
  /** A fact is claimed first and written later. */
  'fact-claim-in-write': mutation(
    [NUMBERS],
    `${USAGE}/facts/record-fact.ts`,
    'await facts.add(fact);',
    `// claims are kept at an object whose type has no place for them
    const { claimed = new Set() } = Object.assign(facts, { claimed: Reflect.get(facts, 'claimed') ?? new Set<string>() });
    if (!claimed.has(fact._id)) {
      claimed.add(fact._id);
      await facts.add(fact);
    }`,
  ),
  /** A service that starts late does not request the history. */
  'history-request': mutation(
    [NUMBERS],
    `${USAGE}/facts/request-history.ts`,
    'await requests.first(owner, request);',
    '((..._unused: unknown[]) => true)(request);',
  ),
  /** Money that went back in part is not counted. */
  'part-returns': mutation(
    [NUMBERS],
    `${USAGE}/counting/windows.rules.ts`,
    'if (amount !== undefined) paise.set',
    "if (amount !== undefined && (type !== 'purchase-returned' || isWhole)) paise.set",
  ),
  /** A half hour is incremented by its new facts. */
  'whole-windows': {
    controls: [NUMBERS],
    edits: [
      edit(
        `${USAGE}/facts/facts.store.ts`,
        '{ $match: { kind, window } }',
        '{ $match: { kind, window, pending: true } }',
      ),
      edit(
        `${USAGE}/counting/windows.store.ts`,
        'return windows.recompute(named, count);',
        `return windows.recompute(named, async () => {
        const before = await windows.collection.findOne({ _id: named._id });
        return sumOf([...(before ? [before] : []), await count()]);
      });`,
      ),
    ],
  },
  /** Any value of a report is kept. */
  'report-words': mutation(
    [FAULTS],
    `${USAGE}/tracking/details.rules.ts`,
    "typeof value === 'string' &&",
    "(typeof value === 'string' && value.length < 1e6) ||\n  typeof value === 'string' &&",
  ),
  /** An address may report as much as it likes in a day. */
  'report-limit': mutation(
    [FAULTS],
    `${USAGE}/tracking/tracking.routes.ts`,
    "limiter.byAddress.consume('day', address),",
    'Promise.resolve(0),',
  ),
  /** A changed number is announced to everyone. */
  'admins-only': mutation(
    [FAULTS],
    `${USAGE}/counting/notify.ts`,
    "live.publish(message, { to: 'admins' })",
    "live.publish(message, { to: 'everyone' })",
  ),
  /** A failure of the model is the answer. */
  'own-answer': mutation(
    [FAULTS],
    `${CHAT}/chat/model-answer.ts`,
    "log.warn({ err }, 'model answer failed');",
    'throw err;',
  ),
  /** An erased conversation keeps its messages. */
  'conversation-erasure': mutation(
    [FAULTS],
    `${CHAT}/chat/conversations.store.ts`,
    '  owner: null,\n  turns: [],\n  followUps: [],',
    '',
  ),
  /** A turn is stored without its event. */
  'turn-event': mutation(
    [FAULTS],
    `${CHAT}/chat/conversations.store.ts`,
    'conversations.change(open, update, { upsert: true, events: [event] });',
    'conversations.change(open, update, { upsert: true });',
  ),
} as const satisfies Record<string, Mutation>;
