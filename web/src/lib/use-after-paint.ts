import { startTransition, useEffect, useState } from 'react';

let isPainted = false;

/** False until the first paint. Content below the fold waits for it on a slow phone. */
export const useAfterPaint = (): boolean => {
  const [isNow, setNow] = useState(isPainted);
  useEffect(() => {
    if (isNow) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // the callback runs before the paint
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
