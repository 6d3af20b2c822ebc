import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, type DraftPlace, draftOwner, readDrafts, writeDrafts } from '../drafts.ts';

const EVERY_MS = 2_000;

/**
 * Keeps a draft of a form: at the first change, then every 2 seconds, and when the page is hidden.
 * Drafts of an earlier visit are offered until they are used or discarded; what is typed until then is kept beside
 * them.
 */
export const useDraft = <V>(key: string, place: DraftPlace, present: () => Draft<V> | null) => {
  const [owner] = useState(draftOwner);
  const [offers, setOffers] = useState(() => readDrafts<V>(key, place));
  const refs = useRef({ offers, present });
  refs.current = { offers, present };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const draft = refs.current.present();
    writeDrafts(key, [...(draft ? [draft] : []), ...refs.current.offers], owner, place);
  }, [key, owner, place]);
  const touch = useCallback((): void => {
    if (timer.current !== undefined) return;
    flush();
    timer.current = setTimeout(flush, EVERY_MS);
  }, [flush]);
  useEffect(() => {
    const flushPending = (): void => {
      if (timer.current !== undefined) flush();
    };
    addEventListener('pagehide', flushPending);
    document.addEventListener('visibilitychange', flushPending);
    return () => {
      removeEventListener('pagehide', flushPending);
      document.removeEventListener('visibilitychange', flushPending);
      flushPending();
    };
  }, [flush]);

  /** Takes the first offer off the list, whether it is used or not. */
  const settleOffer = (): void => {
    refs.current = { ...refs.current, offers: offers.slice(1) };
    setOffers(refs.current.offers);
    flush();
  };
  return { offer: offers[0] ?? null, settleOffer, touch, flush } as const;
};
