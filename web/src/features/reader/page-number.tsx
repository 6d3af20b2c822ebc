import { type RefObject, useState } from 'react';
import styles from './reader.module.css';

/** `Page 47 of 212`, with an editable number. */
export function PageNumber({
  page,
  pages,
  onGo,
  field,
}: {
  page: number;
  pages: number;
  onGo: (page: number) => void;
  field: RefObject<HTMLInputElement | null>;
}) {
  const [typed, setTyped] = useState<string>();
  const go = (): void => {
    const number = Number.parseInt(typed ?? '', 10);
    setTyped(undefined);
    if (Number.isFinite(number)) onGo(Math.min(pages, Math.max(1, number)));
  };
  return (
    <form
      className={styles.place}
      dir="ltr"
      onSubmit={(event) => {
        event.preventDefault();
        go();
        field.current?.blur();
      }}
    >
      <label>
        Page{' '}
        <input
          ref={field}
          className="num"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Page, of ${pages}`}
          size={String(pages).length}
          value={typed ?? page}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={go}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setTyped(undefined);
            event.currentTarget.blur();
          }}
        />{' '}
        <span className="num">of {pages}</span>
      </label>
    </form>
  );
}
