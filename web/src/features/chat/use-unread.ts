import { type RefObject, useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 100;
const NEAR_PX = 48;

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_PX;

/** Space above the message that is shown. */
const ABOVE_PX = 12;

/** Scrolls to the end, or to the beginning of the last message when it is taller than the list. */
const showLast = (list: HTMLElement): void => {
  const { lastElementChild: last, scrollTop, scrollHeight, clientHeight } = list;
  const end = scrollHeight - clientHeight;
  const beginning = last
    ? last.getBoundingClientRect().top - list.getBoundingClientRect().top + scrollTop
    : end;
  list.scrollTop = Math.min(end, beginning - ABOVE_PX);
};

/**
 * Follows the end of a list while the reader is there. Replies that come while the reader has scrolled up are counted.
 * @param replies the number of replies so far
 */
export const useUnread = (list: RefObject<HTMLElement | null>, replies: number, messages: number) => {
  const [seen, setSeen] = useState(replies);
  const followsEnd = useRef(true);
  const repliesNow = useRef(replies);
  repliesNow.current = replies;

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        followsEnd.current = isAtEnd(element);
        if (followsEnd.current) setSeen(repliesNow.current);
      }, DEBOUNCE_MS);
    };
    element.addEventListener('scroll', listen, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', listen);
    };
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each new message
  useEffect(() => {
    const element = list.current;
    if (!element || !followsEnd.current) return;
    showLast(element);
    setSeen(replies);
  }, [list, replies, messages]);

  const toEnd = (): void => {
    const element = list.current;
    if (!element) return;
    followsEnd.current = true;
    element.scrollTop = element.scrollHeight;
    setSeen(replies);
  };
  return { unread: Math.max(0, replies - Math.min(seen, replies)), toEnd };
};
