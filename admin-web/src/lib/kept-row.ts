import { useEffect, useRef, useState } from 'react';
import { draftKey, draftOwner, fitting, readDrafts, writeDrafts } from './drafts.ts';

type Fields = Readonly<Record<string, string>>;

/** A row that is edited in place; `isChanged` when something was typed into it. */
export type EditedRow<V extends Fields> = {
  readonly row: string;
  readonly revision: string;
  readonly values: V;
  readonly isChanged: boolean;
};

/** A row that was left while something was typed in it. */
type LeftRow<V extends Fields> = {
  readonly row: string;
  readonly revision: string;
  readonly at: number;
  readonly values: V;
};

const readRows = <V extends Fields>(key: string, nothing: V): readonly LeftRow<V>[] => {
  const empty = { row: '', revision: '', ...nothing };
  return readDrafts<unknown>(key).map(({ at, values }) => {
    const { row, revision, ...typed } = { ...empty, ...fitting(values, empty) };
    // the rest of the fields are those of `nothing`
    return { at, row, revision, values: typed as Fields as V };
  });
};

/**
 * Keeps what is typed into a row of a list that is edited in place: the present one, and rows of earlier visits until
 * they are saved or thrown away.
 * @param nothing the fields of a row, all empty
 */
export const useKeptRow = <V extends Fields>(tab: string, nothing: V, editing: EditedRow<V> | null) => {
  const key = draftKey(tab, 'row');
  const [owner] = useState(draftOwner);
  const [rows, setRows] = useState(() => readRows(key, nothing));
  const others = rows.filter(({ row }) => row !== editing?.row || !editing.isChanged);
  const present = editing?.isChanged ? [{ ...editing, at: Date.now() }] : [];
  const drafts = [...present, ...others].map(({ at, row, revision, values }) => ({
    at,
    revision: '',
    values: { row, revision, ...values },
  }));
  const text = JSON.stringify(drafts.map(({ values }) => values));
  // what was read is not written back: of another admin nothing is read, and it stays
  const written = useRef(text);
  useEffect(() => {
    if (written.current === text) return;
    written.current = text;
    writeDrafts(key, drafts, owner);
  });
  return {
    /** The row that was left last; null: nothing is kept. */
    left: rows[0] ?? null,
    leftOf: (row: string): LeftRow<V> | null => rows.find((each) => each.row === row) ?? null,
    drop: (row: string): void => setRows(rows.filter((each) => each.row !== row)),
  } as const;
};
