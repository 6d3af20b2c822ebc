import { edit, type Mutation } from './mutation.ts';

/** Negative controls of the embedded store: see mutations.ts. */
export const storeMutations = {
  /** A change that could not be stored is answered as stored. */
  'commit-failure': {
    controls: ['deploy/faults/src/scenarios/disk-full.ts'],
    edits: [
      edit(
        'deploy/embedded/src/server.ts',
        'hasFailed = true;\n      fail(error);\n      return;',
        'void [fail, error];',
      ),
    ],
  },
} as const satisfies Record<string, Mutation>;
