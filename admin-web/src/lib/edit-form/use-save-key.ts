import { useEffect, useRef } from 'react';
import { isPressed } from '../shortcuts.ts';

/** Forms on the screen; the key belongs to the one that was opened last. */
const mounted: symbol[] = [];

/** Ctrl+S and Cmd+S save the form that was opened last. A dialog above it, which is none of its own, holds them back. */
export const useSaveKey = (save: () => void, form: { readonly current: HTMLElement | null }): void => {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const me = Symbol('form');
    mounted.push(me);
    const onKey = (event: KeyboardEvent): void => {
      if (!isPressed(event, 'save')) return;
      event.preventDefault();
      const top = [...document.querySelectorAll('dialog[open]')].at(-1);
      if (mounted.at(-1) === me && (!top || top.contains(form.current))) latest.current();
    };
    addEventListener('keydown', onKey);
    return () => {
      mounted.splice(mounted.indexOf(me), 1);
      removeEventListener('keydown', onKey);
    };
  }, [form]);
};
