import { type RefObject, useEffect } from 'react';

/** As far as a finger pushes a shelf at once. */
const MARGIN = '40%';

/**
 * Marks each child of a list with `data-near` when it comes near the window. Until then titles in other scripts are set
 * in the phone's own letters (fonts.css): no face is fetched for what nobody sees.
 */
export const useNear = (list: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          target.setAttribute('data-near', '');
          watch.unobserve(target);
        }
      },
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    );
    for (const child of list.current?.children ?? [])
      if (!child.hasAttribute('data-near')) watch.observe(child);
    return () => watch.disconnect();
  });
};
