import { Field } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/** Debounces typing, and follows the address when it changes otherwise. */
export function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const lastQuery = useRef(q);
  const onSearchRef = useRef(onSearch);
  onSearchRef.current = onSearch;

  useEffect(() => {
    if (q === lastQuery.current) return;
    lastQuery.current = q;
    setText(q);
  }, [q]);

  useEffect(() => {
    const trimmed = text.trim();
    if (trimmed === lastQuery.current) return;
    const timer = setTimeout(() => {
      lastQuery.current = trimmed;
      onSearchRef.current(trimmed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <Field
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
