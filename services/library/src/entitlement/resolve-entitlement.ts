import { Refusal, type ServiceContext } from '@satrangi/chassis';
import { type Format, formats, kindOf, type MediaId, type UserId } from '@satrangi/contracts';
import type { AccessStore } from '../access/access.store.ts';
import { type Media, notFoundOf } from '../media/media.rules.ts';
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

/** The item, for a reader who may open it; null when only a grant is known. @throws Refusal not-found, purchase-required */
export const openItem =
  (resolve: ResolveEntitlement) =>
  async (mediaId: MediaId, userId: UserId): Promise<Media | null> => {
    const { media, entitlement } = await resolve(mediaId, userId);
    const kind = media ? kindOf(media.mediaType) : { label: 'eBook' as const };
    if (entitlement === 'unknown') throw new Refusal('not-found', notFoundOf(kind));
    if (entitlement === 'locked') throw new Refusal('purchase-required', 'Purchase required');
    return media;
  };
