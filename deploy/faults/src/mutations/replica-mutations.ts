import { edit, type Mutation, mutation } from './mutation.ts';

const REPLICAS = 'deploy/faults/test/replica-lag.int.test.ts';
const FAULTS = 'deploy/faults/src/scenarios/replicas/replica-lag.ts';
const READ_AFTER = 'gateway/test/read-after.int.test.ts';
const CHANGES = 'gateway/src/response-cache/recent-changes.ts';

/** Faults and negative controls of replicas: see mutations.ts. */
export const replicaMutations = {
  /** A fault, no removed part: this replica reads a changed item seconds after its live message. */
  'slow-reread': mutation(
    [REPLICAS, FAULTS],
    'services/catalog/src/service.ts',
    'const refreshed = indexSync.handleLive(message, change);',
    'const refreshed = new Promise((resolve) => setTimeout(resolve, 5_000)).then(() => indexSync.handleLive(message, change));',
  ),
  /** No removed part: a gateway that starts names single changes at once, not after a minute in which it names everything. */
  'names-at-start': {
    controls: [REPLICAS],
    edits: [
      edit(CHANGES, 'let allUntil = now() + CHANGE_NAMED_MS;', 'let allUntil = 0;'),
      edit(CHANGES, 'allUntil = now() + CHANGE_NAMED_MS;\n    },', '},'),
    ],
  },
  /** Without live messages reads name what a gateway has received: nothing. */
  'all-changes': mutation([REPLICAS, FAULTS], CHANGES, 'if (!isComplete()) return ALL_CHANGES;', ''),
  /** Reads name no changes: any replica may answer with what it has. */
  'named-changes': {
    controls: [REPLICAS, FAULTS],
    edits: [
      edit(
        CHANGES,
        'const noticed = now() < allUntil ? null : versions.namesFor(target);',
        'const noticed: string[] | null = [];',
      ),
      edit(
        CHANGES,
        'const names = [...new Set([...(noticed ?? []), ...more])];',
        'const names: string[] = [];',
      ),
    ],
  },
  /** A gateway serves its cached responses to a writer whose change it has not seen. */
  'own-writes': mutation(
    [READ_AFTER],
    CHANGES,
    'headers[READ_AFTER_HEADER] === undefined\n',
    "headers[READ_AFTER_HEADER] === undefined || READ_AFTER_HEADER !== ''\n",
  ),
  /** The gateway caches what a replica answers, whether or not it has the named changes. */
  'confirmed-answers': mutation(
    [READ_AFTER],
    'gateway/src/response-cache/fetch-response.ts',
    'if (status === 200 && isConfirmed)',
    'if (status === 200)',
  ),
  /** A catalog replica confirms the named versions without reading them. */
  'reached-versions': mutation(
    [REPLICAS],
    'services/catalog/src/media/index-sync.ts',
    'const behind = versions.filter(isBehind);',
    'const behind = versions.filter(isBehind).slice(0, 0);',
  ),
  /** A catalog replica confirms any number of changes without reading them. */
  'noted-changes': mutation(
    [REPLICAS],
    'services/_chassis/src/http/read-after.ts',
    'if ((reached.get(mark.gateway) ?? -1) >= mark.noted) return true;',
    'if (mark.noted >= 0) return true;',
  ),
} as const satisfies Record<string, Mutation>;
