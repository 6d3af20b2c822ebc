import { type RefObject, useEffect } from 'react';

/** How far a shelf is scrolled by one swipe. */
const MARGIN = '40%';

/**
 * Marks each child of a list with `data-near` when it comes near the viewport. Until then titles in other scripts use
 * system fonts (fonts.css), so that no font is loaded for hidden titles.
 * @param margin how near: by default as far as a shelf is scrolled by one swipe
 */
export const useNearViewport = (list: RefObject<HTMLElement | null>, margin = MARGIN): void => {
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          target.setAttribute('data-near', '');
          observer.unobserve(target);
        }
      },
      { rootMargin: margin, scrollMargin: margin },
    );
    for (const child of list.current?.children ?? [])
      if (!child.hasAttribute('data-near')) observer.observe(child);
    return () => observer.disconnect();
  });
};
