import type { Handlers } from '@satrangi/chassis';
import { joinedOf, type libraryApi } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { CopiesStore } from '../copies/copies.store.ts';
import { markOf } from '../marks/marks.rules.ts';
import type { MarksStore } from '../marks/marks.store.ts';
import { progressOf } from '../progress/progress.rules.ts';
import type { ProgressStore } from '../progress/progress.store.ts';
import type { SavedStore } from '../saved/saved.store.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'exportMine'>;
export type Deps = {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly copies: CopiesStore;
  readonly saved: SavedStore;
  readonly marks: MarksStore;
};

/** The reader's data export. It omits the admin who gave a gift: that is another person's data. */
export const exportRoutes = ({ access, progress, copies, saved, marks }: Deps): Routes => ({
  exportMine: async (_input, { userId }) => {
    const [grants, records, own, later, marked] = await Promise.all([
      access.allOfReader(userId),
      progress.ofReader(userId),
      copies.ofReader(userId),
      saved.ofReader(userId),
      marks.ofReader(userId),
    ]);
    return {
      grants: grants.map(({ gift, ...grant }) => ({
        mediaId: grant.mediaId,
        mediaType: joinedOf(grant.mediaType),
        format: grant.format,
        title: grant.snapshot?.title ?? null,
        orders: grant.paidBy,
        refundedOrders: grant.refundedOrders,
        given: gift && { reason: gift.reason, grantedAt: gift.at, expiresAt: gift.expiresAt },
        grantedAt: grant.grantedAt,
        createdAt: grant.createdAt,
        revokedAt: grant.revokedAt,
      })),
      progress: records.map((record) => ({ mediaId: record.mediaId, progress: progressOf(record) })),
      copies: own.map(({ _id, mediaId, createdAt }) => ({ code: _id, mediaId, createdAt })),
      marks: marked.map((record) => ({ mediaId: record.mediaId, ...markOf(record) })),
      saved: later.map(({ mediaId, savedAt }) => ({ mediaId, savedAt: savedAt.toISOString() })),
    };
  },
});
