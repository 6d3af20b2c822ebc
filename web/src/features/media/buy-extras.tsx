import type { MediaItem } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { withGift } from '../../lib/gift-link.ts';
import { fileKindOf } from '../../lib/media-files.ts';
import { paths } from '../../lib/paths.ts';
import { SaveForLater } from '../../lib/saved/save-for-later.tsx';
import { useSession } from '../../lib/session.ts';
import { canOpen, type Offer } from './offer.ts';

const KeepOnDevice = lazy(async () => ({
  default: (await import('../../lib/kept/keep-on-device.tsx')).KeepOnDevice,
}));

const DownloadCopy = lazy(async () => ({ default: (await import('./download-copy.tsx')).DownloadCopy }));

/** A film is too large to keep. */
const isKeepable = ({ mediaType }: MediaItem): boolean => fileKindOf(mediaType) !== 'video';

/** Below the main buttons: keep or download an own title, save the title for later, or give it to somebody. */
export function BuyExtras({ item, offer }: { item: MediaItem; offer: Offer }) {
  const session = useSession();
  const navigate = useNavigate();
  const gift = withGift(paths.media(item.mediaType, item._id));
  return (
    <>
      {session && canOpen(offer) && isKeepable(item) && (
        <Suspense>
          <KeepOnDevice item={item} />
        </Suspense>
      )}
      {session && offer === 'owned' && item.allowsDownload && (
        <Suspense>
          <DownloadCopy item={item} />
        </Suspense>
      )}
      {offer !== 'owned' && <SaveForLater item={item} />}
      {item.isForSale && !item.isFree && (
        <Button
          wide
          tone="quiet"
          onClick={() => void navigate(session ? gift : paths.loginThen(gift), { preventScrollReset: true })}
        >
          Give it to somebody
        </Button>
      )}
    </>
  );
}
