import type { UserId } from '@satrangi/contracts';
import type { BlogsStore } from '../blogs/blogs.store.ts';
import type { SnapshotsStore } from '../deploy/snapshots.store.ts';
import type { ImagesStore } from '../images/images.store.ts';
import type { LettersStore } from '../letters/letters.store.ts';
import type { SendsStore } from '../letters/sends.store.ts';
import type { SubscribersStore } from '../newsletter/subscribers.store.ts';
import type { SectionsStore } from '../sections/sections.store.ts';

type Deps = {
  readonly sections: SectionsStore;
  readonly snapshots: SnapshotsStore;
  readonly blogs: BlogsStore;
  readonly subscribers: SubscribersStore;
  readonly letters: LettersStore;
  readonly sends: SendsStore;
  readonly images: ImagesStore;
};

/** True when the cms stores anything of the account. */
export const ownsAnything =
  ({ sections, snapshots, blogs, subscribers, letters, sends, images }: Deps) =>
  async (userId: UserId): Promise<boolean> => {
    const held = await Promise.all([
      sections.editedBy(userId),
      snapshots.deployedBy(userId),
      blogs.editedBy(userId),
      subscribers.ofReader(userId),
      letters.savedBy(userId),
      sends.startedBy(userId),
      images.uploadedBy(userId),
    ]);
    return held.some((rows) => rows.length > 0);
  };
