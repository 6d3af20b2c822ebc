import { edit, type Mutation, mutation } from './mutation.ts';

const PUBLISHING_FAULTS = 'deploy/faults/src/scenarios/publishing/publishing-controls.ts';

/** Safety parts of the promises P64 to P67. */
export const publishingMutations = {
  /** The document of an upload is stored before its bytes are kept. */
  'bytes-first': {
    controls: [PUBLISHING_FAULTS],
    edits: [
      edit(
        'services/publishing/src/uploads/keep-upload.ts',
        "    await files.put(id, path);\n    failpoint('publishing.kept-before-document');\n",
        '',
      ),
      edit(
        'services/publishing/src/uploads/keep-upload.ts',
        '      isLeaving: false,\n    });\n',
        "      isLeaving: false,\n    });\n    failpoint('publishing.kept-before-document');\n    await files.put(id, path);\n",
      ),
    ],
  },
  /** Equal content is another submission each time. */
  'content-key': mutation(
    [PUBLISHING_FAULTS],
    'services/publishing/src/submissions/submissions.rules.ts',
    "    'content',\n",
    "    'content',\n    Math.random(),\n",
  ),
  /** Every account opens manuscripts. */
  'admin-files': mutation(
    [PUBLISHING_FAULTS],
    'contracts/src/publishing.uploads.ts',
    "access: 'admin',\n    kind: 'stream',",
    "access: 'user',\n    kind: 'stream',",
  ),
  /** A change overwrites a concurrent change of another admin. */
  'state-version': mutation(
    [PUBLISHING_FAULTS],
    'services/publishing/src/submissions/submissions.store.ts',
    'submissions.change({ _id, version }, { $set:',
    'submissions.change({ _id }, { $set:',
  ),
} as const satisfies Record<string, Mutation>;
