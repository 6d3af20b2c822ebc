import { type RefObject, useEffect } from 'react';

/** Closes an open `<details>` with Esc, which gives the focus back to its summary, and with a touch outside. */
export const useDismiss = (details: RefObject<HTMLDetailsElement | null>): void => {
  useEffect(() => {
    const hearKey = (event: KeyboardEvent): void => {
      const element = details.current;
      if (event.key !== 'Escape' || !element?.open) return;
      event.preventDefault();
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const hearTouch = ({ target }: PointerEvent): void => {
      const element = details.current;
      if (element?.open && target instanceof Node && !element.contains(target)) element.open = false;
    };
    document.addEventListener('keydown', hearKey);
    document.addEventListener('pointerdown', hearTouch);
    return () => {
      document.removeEventListener('keydown', hearKey);
      document.removeEventListener('pointerdown', hearTouch);
    };
  }, [details]);
};
