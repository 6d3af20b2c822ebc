import { type RefObject, useEffect, useRef } from 'react';

/** The longest text of the field, in characters. */
const TEXT_MAX = 120;

export type ComboboxState = {
  readonly isOpen: boolean;
  /** The position of the active option; -1 for none. */
  readonly active: number;
  readonly optionCount: number;
  readonly listId: string;
  readonly optionId: (position: number) => string;
};

export type ComboboxActions = {
  readonly onText: (text: string) => void;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onActive: (position: number) => void;
  /** Enter on an option. */
  readonly onChoose: (position: number) => void;
  /** Enter in the field. */
  readonly onSubmit: (text: string) => void;
};

/** The next position of the active option: through the list and the field itself, around the ends. */
export const nextActive = (active: number, step: 1 | -1, count: number): number => {
  const next = active + step;
  if (next < -1) return count - 1;
  return next >= count ? -1 : next;
};

/** What a key does. @returns false for keys of the field itself */
const handleKey = (
  { key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>,
  field: HTMLInputElement,
  state: ComboboxState,
  actions: ComboboxActions,
): boolean => {
  const { isOpen, active, optionCount } = state;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (altKey) actions.onOpen(key === 'ArrowDown');
    else if (isOpen) actions.onActive(nextActive(active, key === 'ArrowDown' ? 1 : -1, optionCount));
    else actions.onOpen(true);
    return true;
  }
  if (key === 'Enter' && isOpen && active >= 0) {
    actions.onChoose(active);
    return true;
  }
  if (key !== 'Escape') return false;
  if (isOpen) actions.onOpen(false);
  else {
    field.value = '';
    actions.onText('');
  }
  return true;
};

/**
 * Makes a text field a combobox with a list of options (WAI-ARIA APG: editable combobox with list autocomplete). Focus stays in
 * the field; the active option is named by `aria-activedescendant`. The field is part of the first paint and this code is
 * not, so it adds its listeners and attributes to the element.
 */
export const useCombobox = (
  field: RefObject<HTMLInputElement | null>,
  state: ComboboxState,
  actions: ComboboxActions,
): void => {
  const latest = useRef({ state, actions });
  latest.current = { state, actions };

  useEffect(() => {
    const element = field.current;
    const form = element?.form;
    if (!element || !form) return;
    element.setAttribute('aria-autocomplete', 'list');
    element.enterKeyHint = 'search';
    element.maxLength = TEXT_MAX;
    element.dir = 'auto';
    const stop = new AbortController();
    const { signal } = stop;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listen: (event: HTMLElementEventMap[K]) => void,
    ): void => element.addEventListener(type, listen, { signal });
    on('input', () => latest.current.actions.onText(element.value));
    on('focus', () => latest.current.actions.onOpen(true));
    on('blur', () => latest.current.actions.onOpen(false));
    on('pointerdown', () => latest.current.actions.onOpen(true));
    on('keydown', (event) => {
      // Enter and Escape of an input method end its own composition
      if (event.isComposing) return;
      if (handleKey(event, element, latest.current.state, latest.current.actions)) event.preventDefault();
    });
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        latest.current.actions.onSubmit(element.value.trim());
      },
      { signal },
    );
    return () => stop.abort();
  }, [field]);

  const { isOpen, active, listId, optionId } = state;
  const activeId = isOpen && active >= 0 ? optionId(active) : '';
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) element.setAttribute('aria-controls', listId);
    else element.removeAttribute('aria-controls');
    if (activeId) element.setAttribute('aria-activedescendant', activeId);
    else element.removeAttribute('aria-activedescendant');
  }, [field, isOpen, listId, activeId]);
};
