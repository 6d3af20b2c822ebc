import type { KeyLine } from '@satrangi/kit';

/** Everything the keyboard can do in the reader. */
export type ReaderAction =
  | 'next'
  | 'back'
  | 'first'
  | 'last'
  | 'go-to'
  | 'thumbnails'
  | 'contents'
  | 'bookmark'
  | 'search'
  | 'notes'
  | 'large-text'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-fit'
  | 'paper'
  | 'full-screen'
  | 'keys'
  | 'close';

type KeyPress = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

const moves: Record<string, ReaderAction> = {
  PageDown: 'next',
  PageUp: 'back',
  Home: 'first',
  End: 'last',
  Escape: 'close',
};

/** Single-key shortcuts; they can be switched off because speech input triggers them (WCAG 2.1.4). */
const letters: Record<string, ReaderAction> = {
  g: 'go-to',
  t: 'thumbnails',
  c: 'contents',
  b: 'bookmark',
  '/': 'search',
  m: 'notes',
  l: 'large-text',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '0': 'zoom-fit',
  d: 'paper',
  f: 'full-screen',
  '?': 'keys',
};

/** The action of a key, or undefined. Arrows are mirrored in a right-to-left book. */
export const actionForKey = (
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyPress,
  { rtl, singleKeys }: { readonly rtl: boolean; readonly singleKeys: boolean },
): ReaderAction | undefined => {
  // The browser's own search would see only the pages on screen. In the panel, the same keys open that one.
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key === 'f') return 'search';
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === ' ') return shiftKey ? 'back' : 'next';
  if (key === 'ArrowRight' || key === 'ArrowLeft') return (key === 'ArrowRight') === rtl ? 'back' : 'next';
  return moves[key] ?? (singleKeys ? letters[key.toLowerCase()] : undefined);
};

/** The list of keyboard shortcuts. */
export const keyList: readonly KeyLine[] = [
  { keys: ['→', 'Space', 'Page Down'], does: 'Next page' },
  { keys: ['←', 'Shift + Space', 'Page Up'], does: 'Previous page' },
  { keys: ['Home', 'End'], does: 'First and last page' },
  { keys: ['G'], does: 'Go to a page' },
  { keys: ['T'], does: 'Pages at a glance' },
  { keys: ['C'], does: 'Contents and bookmarks' },
  { keys: ['B'], does: 'Add or remove a bookmark' },
  { keys: ['M'], does: 'Notes and highlights' },
  { keys: ['/', 'Ctrl + F'], does: 'Search in the book' },
  { keys: ['N', 'P'], does: 'Next and previous match' },
  { keys: ['+', '−', '0'], does: 'Zoom in, out, fit the page' },
  { keys: ['L'], does: 'Large text, or the pages' },
  { keys: ['D'], does: 'Paper: day, sepia, night' },
  { keys: ['F'], does: 'Full screen' },
  { keys: ['Esc'], does: 'Close the panel, then the book' },
  { keys: ['Shift three times'], does: 'Leave this site at once' },
];
