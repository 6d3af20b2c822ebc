import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the element that the address names, once the text is there; closed details open. */
export const useDeepLink = (): void => {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash) return;
    try {
      const target = document.getElementById(decodeURIComponent(hash.slice(1)));
      if (target instanceof HTMLDetailsElement) target.open = true;
      target?.scrollIntoView();
    } catch {
      // a fragment that cannot be decoded names no element
    }
  }, [hash]);
};
