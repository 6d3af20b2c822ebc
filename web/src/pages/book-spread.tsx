import type { MediaItem } from '@satrangi/contracts';
import { Cover, Prose, Skeleton, scriptProps } from '@satrangi/kit';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BuyBar, BuyPanel } from '../features/media/buy-panel.tsx';
import { Facts } from '../features/media/facts.tsx';
import { canOpen, type Offer } from '../features/media/offer.ts';
import { SellingSentence } from '../features/media/selling-sentence.tsx';
import { percentOf, progressText, resumeText } from '../lib/progress.ts';
import { descriptionAfterSentence } from '../lib/selling-sentence.ts';
import { Spread } from '../lib/spread.tsx';
import { useReadingPosition } from '../lib/use-reading-position.ts';

const SampleStage = lazy(async () => ({
  default: (await import('../features/sample/sample-views.ts')).SampleStage,
}));

/**
 * An eBook or a magazine on its page: cover, title, the sentence that sells, price and what it includes; then the sample
 * and the description. The owner gets the place to continue at, and no sample.
 */
export function BookSpread({
  item,
  offer,
  isKnown,
  head,
  onBuy,
  onePress,
  children,
}: {
  item: MediaItem;
  offer: Offer;
  /** Whether access is loaded, and with it whether the reader owns the book. */
  isKnown: boolean;
  head: ReactNode;
  onBuy: () => void;
  onePress?: ReactNode;
  /** Follows the description. */
  children: ReactNode;
}) {
  const [isSampleLarge, setSampleLarge] = useState(false);
  const opensWhole = isKnown ? canOpen(offer) : undefined;
  const position = useReadingPosition(item._id, opensWhole === true);
  const actions = { item, offer, onBuy, onePress, leftAt: position && resumeText(position) };
  const description = descriptionAfterSentence(item);
  const hasSample = (item.previewPages ?? 0) > 0 && item.fileId !== null;
  return (
    <>
      <Spread
        cover={<Cover of={item} />}
        head={head}
        offer={
          <>
            <SellingSentence item={item} />
            <BuyPanel
              {...actions}
              progress={position && { percent: percentOf(position), text: progressText(position) }}
              onSample={opensWhole === false && hasSample ? () => setSampleLarge(true) : undefined}
            />
          </>
        }
        words={
          <>
            <Prose {...scriptProps(description, item.language)}>{description}</Prose>
            {children}
          </>
        }
        sample={
          offer === 'owned' ? null : (
            <Suspense fallback={<Skeleton height="36rem" />}>
              <SampleStage
                item={item}
                opensWhole={opensWhole}
                isLarge={isSampleLarge}
                onLarge={setSampleLarge}
                key={`${item.fileId} ${item.sampleStart}`}
              />
            </Suspense>
          )
        }
        facts={<Facts item={item} />}
      />
      <BuyBar {...actions} />
    </>
  );
}
