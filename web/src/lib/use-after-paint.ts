import { startTransition, useEffect, useState } from 'react';

let isPainted = false;

/** False until something of the site has been seen. What stands below the window waits for it on a slow phone. */
export const useAfterPaint = (): boolean => {
  const [isNow, setNow] = useState(isPainted);
  useEffect(() => {
    if (isNow) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // a frame is asked for before it is painted
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        isPainted = true;
        startTransition(() => setNow(true));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isNow]);
  return isNow;
};
