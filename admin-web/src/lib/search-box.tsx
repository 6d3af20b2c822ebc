import { closeIcon, Icon, IconButton } from '@satrangi/kit';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import styles from './search-box.module.css';

const DEBOUNCE_MS = 400;

type Props = {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  placeholder?: string;
};

/**
 * The search of a list: passes on what was typed once the typing rests, on Enter and on Clear at once. Follows `value`
 * when it changes elsewhere, such as by Back.
 */
export function SearchBox({ label, value, onSearch, placeholder = label }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const send = useCallback((next: string): void => {
    const trimmed = next.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    latest.current(trimmed);
  }, []);
  useEffect(() => {
    const timer = setTimeout(send, DEBOUNCE_MS, text);
    return () => clearTimeout(timer);
  }, [send, text]);
  return (
    <div className={styles.box}>
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') send(text);
        }}
      />
      {text && (
        <IconButton
          label="Clear search"
          className={styles.clear}
          onClick={() => {
            setText('');
            send('');
            input.current?.focus();
          }}
        >
          <Icon shape={closeIcon} size="s" />
        </IconButton>
      )}
    </div>
  );
}
