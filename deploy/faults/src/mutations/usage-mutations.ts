import { edit, type Mutation } from './mutation.ts';

const FAULTS = 'deploy/faults/src/scenarios/usage/usage-controls.ts';
const USAGE = 'services/analytics-usage/src';
const CHAT = 'services/concierge/src';

/** Negative controls of the numbers and the chat: see mutations.ts. */
export const usageMutations = {
  /** A repeated event is another fact. */
  'fact-claim': {
    controls: [FAULTS],
    edits: [
      edit(
        `${USAGE}/facts/record-fact.ts`,
        'await facts.add(fact);',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the product, not a template
        'await facts.add({ ...fact, _id: `${fact._id}:${Math.random()}` });',
      ),
    ],
  },
  /** Any value of a report is kept. */
  'report-words': {
    controls: [FAULTS],
    edits: [
      edit(
        `${USAGE}/tracking/details.rules.ts`,
        "typeof value === 'string' &&",
        "(typeof value === 'string' && value.length < 1e6) ||\n  typeof value === 'string' &&",
      ),
    ],
  },
  /** An address may report as much as it likes in a day. */
  'report-limit': {
    controls: [FAULTS],
    edits: [
      edit(
        `${USAGE}/tracking/tracking.routes.ts`,
        "limiter.byAddress.consume('day', address),",
        'Promise.resolve(0),',
      ),
    ],
  },
  /** Everyone hears that a number has moved. */
  'admins-only': {
    controls: [FAULTS],
    edits: [
      edit(
        `${USAGE}/counting/notify.ts`,
        "live.publish(message, { to: 'admins' })",
        "live.publish(message, { to: 'everyone' })",
      ),
    ],
  },
  /** A failure of the model is the answer. */
  'own-answer': {
    controls: [FAULTS],
    edits: [edit(`${CHAT}/chat/model-answer.ts`, "log.warn({ err }, 'model answer failed');", 'throw err;')],
  },
  /** A forgotten conversation keeps its messages. */
  forget: {
    controls: [FAULTS],
    edits: [
      edit(`${CHAT}/chat/conversations.store.ts`, '  owner: null,\n  turns: [],\n  followUps: [],', ''),
    ],
  },
  /** A turn is stored without its event. */
  'turn-event': {
    controls: [FAULTS],
    edits: [
      edit(
        `${CHAT}/chat/conversations.store.ts`,
        'conversations.change(open, update, { upsert: true, events: [event] });',
        'conversations.change(open, update, { upsert: true });',
      ),
    ],
  },
} as const satisfies Record<string, Mutation>;
