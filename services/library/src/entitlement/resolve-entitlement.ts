import type { ServiceContext } from '@satrangi/chassis';
import { type Format, formats, type MediaId, type UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import type { Media } from '../media/media.rules.ts';
import type { MediaStore } from '../media/media.store.ts';
import { type Entitlement, entitlementOf } from './entitlement.rules.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock'> & {
  readonly access: AccessStore;
  readonly media: MediaStore;
};

export type ResolveEntitlement = (
  mediaId: MediaId,
  userId: UserId | undefined,
  format?: Format,
) => Promise<{
  readonly media: Media | null;
  readonly entitlement: Entitlement;
  /** An order that is not refunded pays for it: false for loans and for what an admin granted. */
  readonly isBought: boolean;
}>;

/** The access check of every route, on every request. Never cached, so that a refund takes effect at once. */
export const resolveEntitlement =
  ({ access, media, clock }: Deps): ResolveEntitlement =>
  async (mediaId, userId, format) => {
    const [item, grants] = await Promise.all([
      media.find(mediaId),
      userId ? access.ofReaderAndMedia(userId, mediaId, format ? [format] : formats) : [],
    ]);
    const isBought = grants.some(({ paidBy }) => paidBy.length > 0);
    return { media: item, entitlement: entitlementOf(item, grants, clock.now(), format), isBought };
  };
