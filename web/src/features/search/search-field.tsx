import { Field } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

const DEBOUNCE_MS = 250;

const wantsFocus = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'focus' in state && state.focus === 'search';

/** Hands on what was typed after a pause, and follows the address when it changes by other means. */
export function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const said = useRef(q);
  const tell = useRef(onSearch);
  tell.current = onSearch;
  const input = useRef<HTMLInputElement>(null);
  const { state, key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second press of the same link arrives with a new key
  useEffect(() => {
    if (wantsFocus(state)) input.current?.focus();
  }, [state, key]);

  useEffect(() => {
    if (q === said.current) return;
    said.current = q;
    setText(q);
  }, [q]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === said.current) return;
    const timer = setTimeout(() => {
      said.current = wanted;
      tell.current(wanted);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <Field
      ref={input}
      type="search"
      label="Search by title or author"
      hideLabel
      placeholder="Title or author"
      autoComplete="off"
      spellCheck={false}
      maxLength={120}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
