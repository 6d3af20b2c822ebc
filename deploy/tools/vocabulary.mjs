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
  seats: 'connectionLimit',
  'hot-reads': 'responseCache',
  'cached-until': 'invalidatedBy',
  journey: 'ProxyRequest',
  introduce: 'setForwardedHeaders',
  'any-body': 'what it is',
  remember: 'save',
  forget: 'erase, clear',
  tell: 'notify, publish',
  'is-told': 'isNotified',
  'to-told': 'what it is made into',
  say: 'publish, print, send',
  says: 'what it is: text, expected',
  wish: 'request, purchaseAttempt',
  wishes: 'criteria, requestedItems',
  admit: 'authorize, enforceLimits',
  lane: 'channel, worker',
  seal: 'signature, watermark',
  sealed: 'signed, watermarked',
  gatherer: 'coalescer',
  gathered: 'coalesced',
  'is-gathered': 'isCoalesced',
  enter: 'issueSession',
  house: 'what it is',
  'quiet-house': 'what it is',
  world: 'fixture',
};

/** Words that no name contains, also inside a longer one: `isAsked`, `askForHistory`. */
export const oldWords = {
  ask: 'request, query, prompt, confirm',
  asks: 'requests',
  asked: 'requested, confirming',
  asking: 'requesting, confirming',
};

/** Names with a word of `oldWords` that are stored, on the wire or settings. `asked` is a state of refunds and a reason of the chat. */
export const storedNames = [
  'asked',
  'asked-at',
  'also-asked',
  'ask-id',
  'mails-asked-for',
  'may-ask-profile',
  'newsletter-asks-per-address',
];

/**
 * Terms of the field, each with files that a search for it in file names must find. `check-vocabulary.mjs` refuses a
 * file that does not exist or whose path does not contain the term.
 */
export const fieldTerms = {
  'circuit-breaker': ['gateway/src/circuit-breaker/circuit-breaker.ts'],
  'dead-letter': [
    'services/_chassis/src/bus/rabbit/dead-letters.ts',
    'services/_chassis/src/bus/replay-dead-letters.ts',
  ],
  idempotency: ['services/payments/src/checkout/idempotency-keys.ts'],
  outbox: ['services/_chassis/src/store/outbox.ts'],
  projection: [
    'services/_chassis/src/service/rebuild-projection.ts',
    'services/_chassis/src/store/projection.ts',
  ],
  'rate-limit': ['gateway/src/rate-limit/rate-limits.ts', 'services/_chassis/src/limits/rate-limiter.ts'],
  'read-model': ['services/catalog/src/catalog-index/read-model.ts'],
  retry: ['services/_chassis/src/bus/rabbit/retry.ts', 'services/_chassis/src/base/retry-delay.ts'],
  saga: [
    'services/identity/src/privacy/erasure-saga.rules.ts',
    'services/payments/src/orders/purchase-saga.ts',
  ],
  session: ['services/_chassis/src/store/session-revocations.ts'],
  webhook: ['services/payments/src/settlement/handle-webhook.ts'],
};
