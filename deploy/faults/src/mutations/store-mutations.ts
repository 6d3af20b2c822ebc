import { type Mutation, mutation } from './mutation.ts';

/** Negative controls of the embedded store: see mutations.ts. */
export const storeMutations = {
  /** A change that could not be stored is answered as stored. */
  'commit-failure': mutation(
    ['deploy/faults/src/scenarios/disk-full.ts'],
    'deploy/embedded/src/server.ts',
    'hasFailed = true;\n      fail(error);\n      return;',
    'void [fail, error];',
  ),
  /** Documents leave the memory before their change is stored, so that the next command reads what was there before. */
  'stored-before-leaving': mutation(
    ['deploy/embedded/test/documents-under-load.int.test.ts'],
    'deploy/embedded/src/server.ts',
    'if (hasFailed) return;\n      if (!server.engine.hasPending()) {',
    'server.engine.settle();\n      if (hasFailed) return;\n      if (!server.engine.hasPending()) {',
  ),
} as const satisfies Record<string, Mutation>;
