import { SilentWait } from '@satrangi/kit';
import { lazy, Suspense } from 'react';
import { OpenGift } from '../features/gift/open-gift.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { useFragment } from '../lib/use-fragment.ts';

const HowGiftsWork = lazy(async () => ({
  default: (await import('../features/gift/how-gifts-work.tsx')).HowGiftsWork,
}));

/** `/gift`, with `#code={code}` from a mail or a card. */
export function GiftPage() {
  const code = useFragment('code');
  return (
    <>
      <PageHead title="Open a gift" />
      <OpenGift key={code ?? ''} linked={code} />
      <Suspense fallback={<SilentWait />}>
        <HowGiftsWork />
      </Suspense>
    </>
  );
}
