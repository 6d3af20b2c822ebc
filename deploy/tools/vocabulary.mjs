/**
 * Names this project no longer uses, each with the standard term. `check-vocabulary.mjs` refuses them as identifiers
 * and as file names. Written in kebab case: `hear-webhook` stands for hearWebhook, HearWebhook and hear-webhook.ts. A
 * `*` at an end stands for any further words.
 */
export const oldNames = {
  said: 'outboxMessages',
  told: 'what it is: metrics, notified, response',
  heard: 'received',
  hear: 'subscribe, handle',
  hears: 'subscription',
  'hear-*': 'handle-*',
  overhear: 'recordQueries',
  whoever: 'a noun',
  nobody: 'a noun',
  'order-facts': 'order-events',
  'account-facts': 'account-events',
  'facts-rules': 'events',
  'judge-late': 'checkLatePayment',
  'stranger-refusal': 'orderAccess',
  'is-good-as-it-is': 'isTrustedObservation',
  'press-of': 'derivedIdempotencyKey',
  'press-keys': 'idempotencyKeys',
  'go-on': 'resumeOpen',
  'take-start': 'acquireStartLease',
  'let-start-go': 'releaseStartLease',
  'look-at': 'nextCheckAt',
  'look-again': 'reschedule',
  'order-books': 'orderReporting',
  'forget-*': 'erase-*',
  'note-forgotten': 'recordErasure',
  farewells: 'deletionFeedback',
  'farewells-*': 'deletionFeedback',
  'refuse-when-tired': 'enforceRateLimit',
  'remember-*': 'project-* (subscribers), save-* (others)',
  'gather-*': 'batch-* (server), coalesce (web)',
  gather: 'batch (server), coalesce (web)',
  depart: 'deleteWithEvents',
  'open-press': 'createRenderWorker',
  'press-desk': 'workFolder',
  'press-error': 'RenderError',
  cutter: 'fontSubsetter',
  'to-book': 'toIndexEntry',
  'ask-standing': 'resolveEntitlement',
  seats: 'connectionLimit',
  'hot-reads': 'responseCache',
  'cached-until': 'invalidatedBy',
  journey: 'ProxyRequest',
  introduce: 'setForwardedHeaders',
  'any-body': 'what it is',
};

/** Old names that the chassis still exports: allowed until it is converted. */
export const chassisNames = ['said', 'hear', 'overhear', 'gather-reads', 'gather-writes'];

/** Folders whose names are not converted yet. The list only gets shorter. */
export const notConverted = [
  'contracts',
  'deploy',
  'services/_chassis',
  'services/identity',
  'services/payments',
  'web',
];
