import { useEffect } from 'react';
import { isPressed } from '../../lib/shortcuts.ts';
import { isTyping } from '../../lib/typing.ts';

export type Steps = { readonly previous?: () => void; readonly next?: () => void };

type Place = {
  readonly opened: string;
  readonly open: (key: string) => void;
  readonly close: () => void;
};

/**
 * The ways from the open row to its neighbours on this page, also by J and K, and `[` and `]`; Esc closes it. While
 * nothing is open the keys move between the rows of the list, as in every tab.
 */
export const useSteps = (keys: readonly string[], { opened, open, close }: Place): Steps => {
  const at = keys.indexOf(opened);
  const before = at > 0 ? keys[at - 1] : undefined;
  const after = at >= 0 ? keys[at + 1] : undefined;
  useEffect(() => {
    if (!opened) return;
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      if (isPressed(event, 'close')) {
        close();
        return;
      }
      const isNext = isPressed(event, 'nextRow') || isPressed(event, 'nextInDrawer');
      if (!isNext && !isPressed(event, 'previousRow') && !isPressed(event, 'previousInDrawer')) return;
      event.preventDefault();
      const goal = isNext ? after : before;
      if (goal !== undefined) open(goal);
    };
    // before the keys of the whole screen, which would move the focus in the list
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  });
  return {
    ...(before !== undefined && { previous: () => open(before) }),
    ...(after !== undefined && { next: () => open(after) }),
  };
};
