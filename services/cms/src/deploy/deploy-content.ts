import { failpoint, Refusal, type ServiceContext } from '@satrangi/chassis';
import { contentDeployed, liveTypes, type UserId } from '@satrangi/contracts';
import type { SectionsStore } from '../sections/sections.store.ts';
import { deployHookWork } from './deploy-hook.ts';
import type { Snapshot, SnapshotsStore } from './snapshots.store.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly sections: SectionsStore;
    readonly snapshots: SnapshotsStore;
    readonly hasHook: boolean;
  };

type Deployed = Pick<Snapshot, 'revision' | 'at'>;

/** Only replicas compete: within one process deploys are serialized. */
const MAX_ATTEMPTS = 100;

/**
 * Stores the public content as the next revision. The revision, its event, its live message and the call of the hook
 * are one write, so revisions have no gaps.
 * @throws Refusal unavailable when other processes took every revision
 */
export const deployContent = ({ sections, snapshots, clock, newEvent, hasHook }: Deps) => {
  let last: Promise<unknown> = Promise.resolve();

  const attempt = async (by: UserId): Promise<Deployed | null> => {
    const revision = (await snapshots.latest()) + 1;
    const at = clock.now().toISOString();
    const content = (await sections.all()).flatMap(({ _id, key, published }) =>
      published ? [{ sectionId: _id, key, text: published.text }] : [],
    );
    const event = newEvent(contentDeployed, {
      subject: `revision/${revision}`,
      data: { revision, sections: content.length, at },
    });
    const snapshot = { revision, at, by, sections: content, hook: hasHook ? 'waiting' : 'none' } as const;
    const isAdded = await snapshots.add(snapshot, {
      events: [event],
      live: [
        {
          message: { type: liveTypes.contentDeployed, id: String(revision) },
          audience: { to: 'everyone' },
        },
      ],
      work: hasHook ? [deployHookWork({ revision, at })] : [],
    });
    if (!isAdded) return null;
    failpoint('cms.deployed-before-answer');
    return { revision, at };
  };

  const deploy = async (by: UserId): Promise<Deployed> => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const deployed = await attempt(by);
      if (!deployed) continue;
      await snapshots.trim();
      return deployed;
    }
    throw new Refusal('unavailable', 'Not available right now', { retryAfter: 1 });
  };

  return (by: UserId): Promise<Deployed> => {
    const next = last.then(
      () => deploy(by),
      () => deploy(by),
    );
    last = next;
    return next;
  };
};
