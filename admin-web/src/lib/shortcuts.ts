import { preferences } from '@satrangi/kit/browser/preferences';

type Shortcut = {
  /** `event.key` in small letters. */
  readonly key: string;
  /** With Ctrl, or Cmd. */
  readonly mod?: boolean;
  readonly alt?: boolean;
  /** Unset: Shift does not matter, because some keyboards need it for the sign. */
  readonly shift?: boolean;
  /** Works with the shortcuts switched off too. */
  readonly always?: boolean;
  /** Its line in the list of `?`; shortcuts with the same words share a line. */
  readonly does: string;
};

const rowSteps = 'Next row, row before';
const drawerSteps = 'Row before, next row, in an open panel';
const sectionSteps = 'Move a section of a page, a collection, a title in a collection';

/**
 * Every shortcut of the back office: handlers call `isPressed` with one of these, and the list of `?` shows all of them.
 * G and the letter of a tab are in `tabs`.
 */
export const shortcuts = {
  palette: { key: 'k', mod: true, shift: false, does: 'Search and commands' },
  go: { key: 'g', shift: false, does: 'Go to a tab, with the letter of the tab' },
  search: { key: '/', does: 'Search' },
  nextRow: { key: 'j', shift: false, does: rowSteps },
  previousRow: { key: 'k', shift: false, does: rowSteps },
  openRow: { key: 'enter', always: true, does: 'Open the row' },
  previousInDrawer: { key: '[', does: drawerSteps },
  nextInDrawer: { key: ']', does: drawerSteps },
  select: { key: 'x', shift: false, does: 'Choose the row' },
  selectRange: { key: 'x', shift: true, does: 'Choose the rows up to here' },
  selectPage: { key: 'a', mod: true, shift: false, does: 'Choose the page, from a row' },
  edit: { key: 'e', shift: false, does: 'Edit in the row: Media, Virtual Runs' },
  feature: { key: 'f', shift: false, does: 'Feature the row, or not: Media' },
  add: { key: 'n', shift: false, does: 'New item: Media' },
  remove: { key: 'delete', does: 'Delete the row: Media' },
  sectionUp: { key: 'arrowup', alt: true, does: sectionSteps },
  sectionDown: { key: 'arrowdown', alt: true, does: sectionSteps },
  save: { key: 's', mod: true, always: true, does: 'Save the form' },
  undo: { key: 'z', mod: true, shift: false, does: 'Undo the last deletion, while its line stands' },
  reload: { key: 'r', shift: false, does: 'Load again' },
  list: { key: '?', does: 'This list' },
  close: { key: 'escape', always: true, does: 'Close what is on top' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof shortcuts;
export const allShortcuts: readonly Shortcut[] = Object.values(shortcuts);

/** The parts of a keyboard event that name a shortcut: of the DOM or of React. */
type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether this is the shortcut. Never while they are switched off, but for those that always work. */
export const isPressed = (event: Pressed, name: ShortcutName): boolean => {
  const { key, mod = false, alt = false, shift, always = false }: Shortcut = shortcuts[name];
  return (
    event.key.toLowerCase() === key &&
    (event.ctrlKey || event.metaKey) === mod &&
    event.altKey === alt &&
    (shift === undefined || event.shiftKey === shift) &&
    (always || preferences.get().keys)
  );
};

const keyLabels: ReadonlyMap<string, string> = new Map([
  ['enter', 'Enter'],
  ['escape', 'Esc'],
  ['delete', 'Del'],
  ['arrowup', '↑'],
  ['arrowdown', '↓'],
]);

/** How a shortcut is written: `Ctrl`, `K`. */
export const keysOf = ({ key, mod, alt, shift }: Shortcut): readonly string[] => [
  ...(mod ? ['Ctrl'] : []),
  ...(alt ? ['Alt'] : []),
  ...(shift ? ['Shift'] : []),
  keyLabels.get(key) ?? key.toUpperCase(),
];
