import { useEffect, useRef, useState } from 'react';

/** How far below the window a row is when its titles are requested. */
const NEAR = '60%';

/** Whether the element has come near the window. @param margin how far below it, as in CSS */
export const useIsNear = (margin = NEAR) => {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current || isNear) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear, margin]);
  return { ref, isNear };
};
