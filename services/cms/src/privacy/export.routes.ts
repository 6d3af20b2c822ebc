import type { Handlers } from '@satrangi/chassis';
import { type cmsApi, richText, type UserId } from '@satrangi/contracts';
import type { BlogsStore } from '../blogs/blogs.store.ts';
import type { SnapshotsStore } from '../deploy/snapshots.store.ts';
import type { ImagesStore } from '../images/images.store.ts';
import type { LettersStore } from '../letters/letters.store.ts';
import type { SendsStore } from '../letters/sends.store.ts';
import type { SubscribersStore } from '../newsletter/subscribers.store.ts';
import type { SectionsStore } from '../sections/sections.store.ts';

type Routes = Pick<Handlers<typeof cmsApi>, 'exportMine'>;
export type Deps = {
  readonly sections: SectionsStore;
  readonly snapshots: SnapshotsStore;
  readonly blogs: BlogsStore;
  readonly subscribers: SubscribersStore;
  readonly letters: LettersStore;
  readonly sends: SendsStore;
  readonly images: ImagesStore;
};

/** Key and time of each text that an editor saved. */
const editsOf = async (
  { sections }: Pick<Deps, 'sections'>,
  userId: UserId,
): Promise<{ key: string; updatedAt: string }[]> =>
  (await sections.editedBy(userId)).flatMap(({ key, draft, versions }) =>
    [{ by: draft.by, updatedAt: draft.at }, ...versions]
      .filter(({ by }) => by === userId)
      .map(({ updatedAt }) => ({ key, updatedAt })),
  );

/** Id and time of each post that an editor saved. */
const postsOf = async ({ blogs }: Pick<Deps, 'blogs'>, userId: UserId) =>
  (await blogs.editedBy(userId)).flatMap(({ _id, by, updatedAt, versions }) =>
    [{ by, updatedAt }, ...versions]
      .filter((saved) => saved.by === userId)
      .map((saved) => ({ blogId: _id, updatedAt: saved.updatedAt })),
  );

/** The data export of an account. */
export const exportRoutes = (deps: Deps): Routes => ({
  exportMine: async (_input, { userId }) => ({
    subscriptions: (await deps.subscribers.ofReader(userId)).map(({ email, askedAt, confirmedAt }) => ({
      email,
      askedAt,
      confirmedAt,
    })),
    edits: await editsOf(deps, userId),
    blogs: await postsOf(deps, userId),
    deploys: (await deps.snapshots.deployedBy(userId)).map(({ revision, at }) => ({ revision, at })),
    letters: (await deps.letters.savedBy(userId)).map(({ _id, updatedAt }) => ({ letterId: _id, updatedAt })),
    images: (await deps.images.uploadedBy(userId)).map(({ _id, at }) => ({
      url: `${richText.imagePrefix}${_id}`,
      at,
    })),
    sends: (await deps.sends.startedBy(userId)).map(({ _id, at }) => ({ sendId: _id, at })),
  }),
});
