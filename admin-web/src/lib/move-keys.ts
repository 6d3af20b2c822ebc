import type { KeyboardEvent } from 'react';
import { isPressed } from './shortcuts.ts';

/** A key handler of a row that can be moved in its list. */
export const moveKeys =
  (onMove: (by: 1 | -1) => void) =>
  (event: KeyboardEvent): void => {
    const by = isPressed(event, 'sectionUp') ? -1 : isPressed(event, 'sectionDown') ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    onMove(by);
  };
