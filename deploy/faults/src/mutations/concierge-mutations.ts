import { edit, type Mutation } from './mutation.ts';

const CONCIERGE = 'services/concierge/test/controls.int.test.ts';

/** Negative controls of the chat: see mutations.ts. */
export const conciergeMutations = {
  /** What a model writes is shown. */
  'speech-filter': {
    controls: [CONCIERGE],
    edits: [
      edit(
        'services/concierge/src/replies/speech-filter.rules.ts',
        "language === 'en' && maySay(opening, OPENING_MAX) ? opening.trim() : fallback;",
        '(void [language, fallback, OPENING_MAX], opening.trim());',
      ),
    ],
  },
  /** Ids that no tool returned are taken from a model. */
  'pick-check': {
    controls: [CONCIERGE],
    edits: [
      edit(
        'services/concierge/src/chat/model-answer.ts',
        'const mediaType = named.get(id);',
        "const mediaType = named.get(id) ?? 'oralhistory';",
      ),
    ],
  },
  /** Items of a reply are remembered from an earlier one. */
  'live-lookup': {
    controls: [CONCIERGE],
    edits: [
      edit(
        'services/concierge/src/replies/verify-picks.ts',
        'await Promise.all(wanted.map((pick) => catalog.get(pick)));',
        // text of a mutated file: the client has no field for what is kept
        'await Promise.all(wanted.map((pick) => ((catalog as any).kept ??= new Map()).get(pick.id) ?? (catalog as any).kept.set(pick.id, catalog.get(pick)).get(pick.id)));',
      ),
    ],
  },
} as const satisfies Record<string, Mutation>;
