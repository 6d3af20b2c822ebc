import type { Handlers } from '@satrangi/chassis';
import type { deployApi, UserId } from '@satrangi/contracts';
import type { deployContent } from './deploy-content.ts';
import type { SnapshotsStore } from './snapshots.store.ts';

type Deps = {
  readonly deploy: ReturnType<typeof deployContent>;
  readonly restore: (revision: number, by: UserId) => Promise<string[]>;
  readonly snapshots: SnapshotsStore;
};

export const deployRoutes = ({ deploy, restore, snapshots }: Deps): Handlers<typeof deployApi> => ({
  deploy: async (_input, { userId }) => {
    const { revision, at } = await deploy(userId);
    return { ok: true, revision, deployedAt: at };
  },
  listSnapshots: async () =>
    (await snapshots.newest()).map(({ revision, at, by, sections, hook }) => ({
      revision,
      at,
      by,
      sections: sections.length,
      hook,
    })),
  restoreSnapshot: async ({ params }, { userId }) => ({
    ok: true,
    restored: await restore(params.revision, userId),
  }),
});
