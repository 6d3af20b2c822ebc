import { type RefObject, useEffect } from 'react';

type Mark = 'data-action-in-view' | 'data-film-in-view' | 'data-sample-in-view';

/**
 * Sets an attribute of the document while the element is in view. Fixed parts of the page use it in their CSS: nothing
 * covers a sample that is being read or the controls of a film, and the bar with the main action waits until that action is out of view.
 * @param within the part of the window, as the margin of an observer; without it, the whole
 */
export const useMarkInView = (element: RefObject<HTMLElement | null>, mark: Mark, within = '0px'): void => {
  useEffect(() => {
    const root = document.documentElement;
    const observer = new IntersectionObserver(
      (entries) => root.toggleAttribute(mark, entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: within },
    );
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      root.removeAttribute(mark);
    };
  }, [element, mark, within]);
};
