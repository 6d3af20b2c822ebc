import { type RefObject, useEffect, useRef } from 'react';

const SWIPE_PX = 45;
const EDGE = 0.25;

type Turn = (side: 'left' | 'right') => void;

const isFree = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLElement && target.closest('button, a, input')) &&
  (getSelection()?.isCollapsed ?? true);

/**
 * Swipes across the pages and taps on their edges. Both duplicate a visible button; neither acts during a pinch, a
 * text selection, or panning of an enlarged page.
 */
export const useGestures = (
  container: RefObject<HTMLElement | null>,
  { isOn, onSwipe, onEdge }: { readonly isOn: boolean; readonly onSwipe: Turn; readonly onEdge: Turn },
): void => {
  const handlers = useRef({ onSwipe, onEdge });
  handlers.current = { onSwipe, onEdge };
  useEffect(() => {
    const area = container.current;
    if (!area || !isOn) return;
    let from: { readonly x: number; readonly y: number } | null = null;
    const start = ({ touches }: TouchEvent): void => {
      const [finger] = touches;
      from = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : null;
    };
    const end = ({ changedTouches, target }: TouchEvent): void => {
      const [finger] = changedTouches;
      if (!from || !finger || !isFree(target)) return;
      const [across, down] = [finger.clientX - from.x, finger.clientY - from.y];
      from = null;
      if (Math.abs(across) > SWIPE_PX && Math.abs(across) > Math.abs(down) * 1.5)
        handlers.current.onSwipe(across < 0 ? 'left' : 'right');
    };
    const tap = ({ clientX, target }: MouseEvent): void => {
      if (!isFree(target)) return;
      const { left, width } = area.getBoundingClientRect();
      const share = (clientX - left) / width;
      if (share < EDGE) handlers.current.onEdge('left');
      else if (share > 1 - EDGE) handlers.current.onEdge('right');
    };
    area.addEventListener('touchstart', start, { passive: true });
    area.addEventListener('touchend', end, { passive: true });
    area.addEventListener('click', tap);
    return () => {
      area.removeEventListener('touchstart', start);
      area.removeEventListener('touchend', end);
      area.removeEventListener('click', tap);
    };
  }, [container, isOn]);
};
