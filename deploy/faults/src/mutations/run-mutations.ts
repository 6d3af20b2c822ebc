import { edit, type Mutation, mutation } from './mutation.ts';

const RUN_FAULTS = 'deploy/faults/src/scenarios/run/run-controls.ts';
const RUN = 'services/virtual-run/test/controls.int.test.ts';

/** Safety parts of the promises P59 to P63 and P93. */
export const runMutations = {
  /** A paid fee does not register its form. */
  'run-draft': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/matching/settle-fee.ts',
    'fee.draftId === undefined ? null : await drafts.byId(fee.draftId);',
    'null as Draft | null;',
  ),
  /** A registration counts before its money is known. */
  'run-money': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/matching/register.ts',
    '...(fee ? paidFields(minor, at) : {}),',
    '...paidFields(minor, at),',
  ),
  /** A registration counts and is announced before its money is known. */
  'run-money-live': {
    controls: [RUN_FAULTS],
    edits: [
      edit(
        'services/virtual-run/src/matching/register.ts',
        '...(fee ? paidFields(minor, at) : {}),',
        '...paidFields(minor, at),',
      ),
      edit(
        'services/virtual-run/src/matching/register.ts',
        'fee ? messages.registered(made, at) : {}',
        'messages.registered(made, at)',
      ),
    ],
  },
  /** Parts that were refunded stay in the sum. */
  'run-returns': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/gifts/gift.rules.ts',
    'Math.max(0, minor - returns.reduce((sum, one) => sum + one.minor, 0));',
    'void returns ?? minor;',
  ),
  /** A gift is not published to open pages. */
  'run-gift-live': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/gifts/gifts.subscribers.ts',
    'target ? { live: [pageUpdated(target)] } : {},',
    '{},',
  ),
  /** A refund of a gift is not published to open pages. */
  'run-return-live': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/gifts/gifts.subscribers.ts',
    'return registration ? { live: [pageUpdated(registration)] } : {};',
    'void registration;\n    return {};',
  ),
  /** Each change is sent to every open page. */
  'live-coalescing': mutation(
    [RUN_FAULTS],
    'gateway/src/live/stream-hub.ts',
    'const isHeld = isCoalesced(entry) && coalescer.holds(entry.message);',
    'const isHeld = isCoalesced(entry) && false;',
  ),
  /** A return that is delivered again counts again. */
  'run-return-once': mutation(
    [RUN],
    'services/virtual-run/src/gifts/gifts.store.ts',
    "{ _id: orderId, 'returns.id': { $ne: one.id } },",
    '{ _id: orderId },',
  ),
  /** A payment registers at every request. */
  'run-one-payment': mutation(
    [RUN],
    'services/virtual-run/src/registrations/registrations.store.ts',
    "schema.index({ paymentId: 1 }, { unique: true, partialFilterExpression: whenText('paymentId') });",
    'schema.index({ paymentId: 1 });',
  ),
  /** A registration after the end is accepted. */
  'run-end': mutation(
    [RUN],
    'services/virtual-run/src/registrations/create-draft.ts',
    "if (state === 'closed') throw new Refusal('event-closed', runTexts.closed);",
    'void runTexts.closed;',
  ),
  /** A page answers with everything that is stored. */
  'run-page-fields': mutation(
    [RUN, RUN_FAULTS],
    'services/virtual-run/src/pages/page.rules.ts',
    '    displayName: registration.displayName,\n    pronouns: shownPronouns(registration),\n    activity: registration.activityType,\n    distance: registration.distanceKm,\n    km:',
    '    displayName: registration.name,\n    pronouns: shownPronouns(registration),\n    activity: registration.activityType,\n    distance: registration.distanceKm,\n    km:',
  ),
  /** A hidden goal is shown. */
  'run-goal': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/pages/page.rules.ts',
    '(showGoal ? goalMinor / 100 : 0)',
    '(void showGoal ?? goalMinor / 100)',
  ),
  /** Pronouns are public without the choice of the runner. */
  'run-pronouns': mutation(
    [RUN],
    'services/virtual-run/src/pages/page.rules.ts',
    'showPronouns ? pronouns : null;',
    '(void showPronouns ?? pronouns);',
  ),
  /** A giver who wants no name is named. */
  'run-anonymous': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/gifts/gift.rules.ts',
    "words !== undefined && !words.isAnonymous && words.name !== '';",
    "words !== undefined && words.name !== '';",
  ),
  /** A change of a page leaves the answers that the gateway keeps. */
  'run-edit-live': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/pages/edit-page.ts',
    'messages: { live: [pageUpdated(current)] },',
    'messages: {},',
  ),
  /** Addresses have four random letters. */
  'run-address': mutation(
    [RUN_FAULTS],
    'services/virtual-run/src/registrations/slug.rules.ts',
    'const RANDOM_LETTERS = 13;',
    'const RANDOM_LETTERS = 4;',
  ),
} as const satisfies Record<string, Mutation>;
