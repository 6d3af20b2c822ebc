import type { MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import type { api } from '../../lib/api.ts';
import { mediaQueries } from '../../lib/media-queries.ts';

export type GiftItem = Awaited<ReturnType<typeof api.payments.previewGift>>['items'][number];

/**
 * The public facts of a title of a gift: cover, length, sentence. Null for a title that was taken out of the shop, and when
 * they could not be loaded: the gift is shown without them. Undefined while they load.
 */
export const useCatalogItem = ({ mediaType, media }: GiftItem): MediaItem | null | undefined => {
  const { data, isPending } = useQuery({ ...mediaQueries.one(mediaType, media), retry: false });
  return isPending ? undefined : (data ?? null);
};
