import { type RefObject, useEffect } from 'react';

/** Closes an open `<details>` with Esc, which returns focus to its summary, and with a touch outside. */
export const useDismiss = (details: RefObject<HTMLDetailsElement | null>): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const element = details.current;
      if (event.key !== 'Escape' || !element?.open) return;
      event.preventDefault();
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const handlePointer = ({ target }: PointerEvent): void => {
      const element = details.current;
      if (element?.open && target instanceof Node && !element.contains(target)) element.open = false;
    };
    document.addEventListener('keydown', handleKey);
    document.addEventListener('pointerdown', handlePointer);
    return () => {
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('pointerdown', handlePointer);
    };
  }, [details]);
};
