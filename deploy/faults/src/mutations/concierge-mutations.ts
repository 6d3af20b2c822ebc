import { type Mutation, mutation } from './mutation.ts';

const CONCIERGE = 'services/concierge/test/controls.int.test.ts';
const CHAT_PAGE = 'web/src/features/chat/chat-controls.test.tsx';

/** Negative controls of the chat: see mutations.ts. */
export const conciergeMutations = {
  /** What a model writes is shown. */
  'speech-filter': mutation(
    [CONCIERGE],
    'services/concierge/src/replies/speech-filter.rules.ts',
    "language === 'en' && isAllowedText(opening, OPENING_MAX) ? opening.trim() : fallback;",
    '(void [language, fallback, OPENING_MAX], opening.trim());',
  ),
  /** Ids that no tool returned are taken from a model. */
  'pick-check': mutation(
    [CONCIERGE],
    'services/concierge/src/chat/model-answer.ts',
    'const mediaType = named.get(id);',
    "const mediaType = named.get(id) ?? 'oralhistory';",
  ),
  /** Items of a reply are reused from an earlier one. */
  'live-lookup': mutation(
    [CONCIERGE],
    'services/concierge/src/replies/verify-picks.ts',
    'await Promise.allSettled(wanted.map((pick) => catalog.get(pick)));',
    // text of a mutated file: the client has no field for what is kept
    'await Promise.allSettled(wanted.map((pick) => ((catalog as any).kept ??= new Map()).get(pick.id) ?? (catalog as any).kept.set(pick.id, catalog.get(pick)).get(pick.id)));',
  ),
  /** A reply is announced while it is made, and again when it is there. */
  'chat-announced-once': mutation(
    [CHAT_PAGE],
    'web/src/features/chat/chat-panel.tsx',
    '<p className={styles.typing} aria-hidden="true">',
    '<p className={styles.typing} role="status">',
  ),
  /** A reload begins another conversation. */
  'chat-kept': mutation(
    [CHAT_PAGE],
    'web/src/features/chat/use-chat.ts',
    'useRef(safeStorage.read(CHAT_ID_KEY))',
    'useRef<string | null>(null)',
  ),
  /** A failure is not shown. */
  'chat-failure': mutation(
    [CHAT_PAGE],
    'web/src/features/chat/use-chat.ts',
    'if (!controller.signal.aborted) setFailure({ sentence: sentenceOf(error), message });',
    'void [error, sentenceOf];',
  ),
  /** Follow-up questions of a model are shown as it writes them. */
  'follow-up-filter': mutation(
    [CONCIERGE],
    'services/concierge/src/replies/speech-filter.rules.ts',
    'followUps.filter((text) => isAllowedText(text, FOLLOW_UP_MAX)).map((text) => text.trim())',
    '(void FOLLOW_UP_MAX, [...followUps])',
  ),
  /** Text of the catalog and of the policies reaches a model as it is written. */
  'tool-text': mutation(
    [CONCIERGE],
    'services/concierge/src/model/tools.ts',
    ".replace(/[\\p{Cc}\\p{Cf}]/gu, ' ')\n    .replace(/[<>[\\]{}`]/g, ' ')\n    .slice(0, max);",
    '.slice(0, max);',
  ),
  /** A message of a person in danger is answered like any other. */
  'crisis-first': mutation(
    [CONCIERGE],
    'services/concierge/src/chat/answer-message.ts',
    'const crisis = isSuggestions ? undefined : await crisisDraft(request.message);',
    'const crisis = (void crisisDraft, undefined as Draft | undefined);',
  ),
  /** A conversation is continued by any caller that sends its id. */
  'owner-check': mutation(
    [CONCIERGE],
    'services/concierge/src/chat/answer-message.ts',
    'if (known && (known.owner === null || known.owner === owner))',
    'if (known)',
  ),
  /** What a failed call may have cost goes back into the budget of the day. */
  'held-reservation': mutation(
    [CONCIERGE],
    'services/concierge/src/providers/openai.ts',
    'if (!isUncharged(error)) tally.isWhole = false;',
    'void isUncharged;',
  ),
} as const satisfies Record<string, Mutation>;
