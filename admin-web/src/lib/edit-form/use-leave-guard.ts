import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router-dom';

/** Fields of the address that name what is edited. */
const PLACE = ['tab', 'open', 'key'] as const;

const isSamePlace = (a: Location, b: Location): boolean => {
  const [from, to] = [new URLSearchParams(a.search), new URLSearchParams(b.search)];
  return a.pathname === b.pathname && PLACE.every((name) => from.get(name) === to.get(name));
};

/** A question below the cover of the screen is not seen, and would lie over the login. The draft stays. */
const isCovered = (): boolean => document.querySelector('[data-covered]') !== null;

/** Holds a navigation back while there are changes: inside the app as a blocker, outside by the browser's question. */
export const useLeaveGuard = (hasChanges: boolean) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges && !isSamePlace(currentLocation, nextLocation) && !isCovered(),
  );
  useEffect(() => {
    if (!hasChanges) return;
    const confirm = (event: BeforeUnloadEvent): void => {
      // Exit leaves at once
      if (document.documentElement.dataset.left === undefined) event.preventDefault();
    };
    addEventListener('beforeunload', confirm);
    return () => removeEventListener('beforeunload', confirm);
  }, [hasChanges]);
  return blocker;
};
