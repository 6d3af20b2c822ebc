import type { MediaItem } from '@satrangi/contracts';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useAfterPaint } from '../../lib/use-after-paint.ts';
import { HOME_COUNTRY, useCountry } from '../../lib/visitor-country.ts';
import type { OnePressOffer } from './one-press.tsx';

const FindOnePress = lazy(async () => ({ default: (await import('./one-press.tsx')).FindOnePress }));

/**
 * Buying by one press. The press is a state of this page, never of its address: no link can start a payment.
 * @returns `buttons`, which replace the usual one when a card is stored
 */
export const useOnePress = (item: MediaItem, isForReader: boolean, onBuy: () => void) => {
  const reader = useSession()?.userId;
  const country = useCountry();
  const isPainted = useAfterPaint();
  const [found, setFound] = useState<OnePressOffer>();
  const [pressed, setPressed] = useState<OnePressOffer>();
  const onDone = useCallback(() => setPressed(undefined), []);
  const isPossible = isForReader && reader && country && country !== HOME_COUNTRY && isPainted;
  const offer = isPossible && found?.reader === reader ? found : undefined;
  const buttons: ReactNode = offer && (
    <offer.Buttons {...offer} isPressed={!!pressed} onPress={() => setPressed(offer)} onOther={onBuy} />
  );
  return {
    buttons,
    /** Looks for a stored card; renders nothing. */
    finder: isPossible && (
      <Suspense>
        <FindOnePress item={item} reader={reader} country={country} onOffer={setFound} />
      </Suspense>
    ),
    pressed: pressed?.onePress,
    onDone,
  };
};
