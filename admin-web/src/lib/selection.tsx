import { Button, closeIcon, Icon, IconButton } from '@satrangi/kit';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { grouped } from './format.ts';
import styles from './selection.module.css';
import { isPressed } from './shortcuts.ts';
import { isTyping } from './typing.ts';

/** All rows that fit the filter of a list, on all pages. */
export type Matching = {
  readonly total: number;
  /** The filter: another one has other rows. */
  readonly scope: string;
};

/** The rows of a page that were chosen, or all that fit the filter. */
export type Selection<Row> = {
  /** Keys of chosen rows that are shown. */
  readonly selected: ReadonlySet<string>;
  readonly total: number;
  readonly nameOf: (row: Row) => string;
  readonly toggle: (key: string) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
  /** Not the page only: every row that fits the filter. */
  readonly isAll: boolean;
  /** How many rows fit the filter. */
  readonly matching: number;
  /** Chooses them; null while the page is not chosen, or is all there is. */
  readonly selectAll: (() => void) | null;
  readonly onKey: (event: KeyboardEvent, key: string) => void;
};

const isBox = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'checkbox';

/** The rows between two keys, both included. */
const between = (keys: readonly string[], one: string, other: string): readonly string[] => {
  const [from = 0, to = 0] = [keys.indexOf(one), keys.indexOf(other)].sort((a, b) => a - b);
  return keys.slice(from, to + 1);
};

/**
 * Choosing rows of the shown page. A row that leaves the page, by a filter or because it is gone, is no longer chosen.
 * @param keys of the shown rows, in their order
 * @param nameOf read out with the box of a row
 * @param match of a list that can choose all rows of its filter, on all pages
 */
export const useSelection = <Row,>(
  keys: readonly string[],
  nameOf: (row: Row) => string,
  match?: Matching,
): Selection<Row> => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The filter of which all rows are chosen. */
  const [allOf, setAllOf] = useState<string | null>(null);
  const anchor = useRef<string | null>(null);
  const isAll = match !== undefined && allOf === match.scope && match.total > 0;
  const selected = new Set(isAll ? keys : keys.filter((key) => chosen.has(key)));
  const choose = (next: Iterable<string>): void => {
    setAllOf(null);
    setChosen(new Set(next));
  };
  const toggle = (key: string): void => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    anchor.current = key;
    choose(next);
  };
  const isPage = keys.length > 0 && selected.size === keys.length;
  return {
    selected,
    total: keys.length,
    nameOf,
    toggle,
    toggleAll: () => choose(isPage ? [] : keys),
    clear: () => choose([]),
    isAll,
    matching: match?.total ?? keys.length,
    selectAll: match && isPage && !isAll && match.total > keys.length ? () => setAllOf(match.scope) : null,
    onKey: (event, key) => {
      const isRow = event.target === event.currentTarget;
      const isRange = isPressed(event, 'selectRange');
      if (isPressed(event, 'selectPage')) {
        // in a field of the row it selects the text
        if (isTyping(event.target) && !isBox(event.target)) return;
        event.preventDefault();
        choose(keys);
      } else if (isRow && isRange && anchor.current !== null && keys.includes(anchor.current))
        choose([...selected, ...between(keys, anchor.current, key)]);
      else if (isRow && (isRange || isPressed(event, 'select'))) toggle(key);
    },
  };
};

/** The box that chooses every row of the page. */
export function PageBox<Row>({ selection }: { selection: Selection<Row> }) {
  const { selected, total, toggleAll } = selection;
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label="Select the page"
      checked={total > 0 && selected.size === total}
      disabled={total === 0}
      ref={(box) => {
        if (box) box.indeterminate = selected.size > 0 && selected.size < total;
      }}
      onChange={toggleAll}
    />
  );
}

type Props<Row> = {
  selection: Selection<Row>;
  rowKey: string;
  row: Row;
};

export function RowBox<Row>({ selection, rowKey, row }: Props<Row>) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={selection.selected.has(rowKey)}
      onChange={() => selection.toggle(rowKey)}
    />
  );
}

/** How many rows are chosen, and what can be done with them. */
export function BulkBar<Row>({ selection, children }: { selection: Selection<Row>; children: ReactNode }) {
  return (
    <div role="toolbar" aria-label="Chosen rows" className={styles.bar}>
      <span role="status" className="num">
        {selection.isAll
          ? `All ${grouped(selection.matching)} that match selected`
          : `${selection.selected.size} selected`}
      </span>
      {selection.selectAll && (
        <Button size="s" onClick={selection.selectAll}>
          Select all {grouped(selection.matching)} that match
        </Button>
      )}
      {children}
      <IconButton label="Clear selection" className={styles.clear} onClick={selection.clear}>
        <Icon shape={closeIcon} size="s" />
      </IconButton>
    </div>
  );
}
