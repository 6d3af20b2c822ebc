import { type RefObject, useEffect } from 'react';
import { createStore } from '../../lib/store.ts';

/** The id of the recording whose large player is on screen; otherwise the small player is shown. */
export const playerInView = createStore<string | null>(null);

/** Height of the sticky page header, which can cover the player. */
const HEAD_PX = 64;

/** Tracks whether the play button of the large player is on screen. */
export const useInView = (player: RefObject<HTMLElement | null>, id: string): void => {
  useEffect(() => {
    const button = player.current?.querySelector('[data-play]');
    if (!button) return;
    playerInView.set(id);
    const observer = new IntersectionObserver(
      ([entry]) => entry && playerInView.set(entry.isIntersecting ? id : null),
      { rootMargin: `-${HEAD_PX}px 0px 0px` },
    );
    observer.observe(button);
    return () => {
      observer.disconnect();
      playerInView.set(null);
    };
  }, [player, id]);
};
