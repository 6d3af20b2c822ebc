import { useEffect, useRef, useState } from 'react';
import { type DraftPlace, draftOwner, fitting, readDrafts, writeDrafts } from './drafts.ts';
import { isSame } from './is-same.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Keeps what is typed into a small form, and puts it back when the form is opened again: after a reload, a killed tab,
 * another login, or when its dialog was closed. The form goes on with `first`, calls `useKeeping` with its values, and
 * `drop` when they were sent. Show `<KeptNote>` in it. Secrets are no values of such a form.
 * @param key of `draftKey`
 * @param initial values of the empty form
 */
export const useKept = <V extends Values>(key: string, initial: V, place: DraftPlace = 'browser') => {
  const [owner] = useState(draftOwner);
  const [begun] = useState(() => {
    const draft = readDrafts<unknown>(key, place)[0];
    return { at: draft?.at ?? null, first: { ...initial, ...fitting(draft?.values, initial) } };
  });
  const [at, setAt] = useState(begun.at);
  const drop = (): void => {
    writeDrafts(key, [], owner, place);
    setAt(null);
  };
  return {
    /** The values to begin with. */
    first: begun.first,
    /** When they were typed; null: nothing was kept. */
    at,
    drop,
    keep: (values: V): void => {
      const draft = { at: Date.now(), values, revision: '' };
      writeDrafts(key, isSame(values, initial) ? [] : [draft], owner, place);
    },
  } as const;
};

type Kept<V extends Values> = ReturnType<typeof useKept<V>>;

/** Writes the values of a form when they change. */
export const useKeeping = <V extends Values>({ first, keep }: Kept<V>, values: V): void => {
  const seen = useRef<V>(first);
  useEffect(() => {
    if (isSame(values, seen.current)) return;
    seen.current = values;
    keep(values);
  });
};

/** The values of a small form, kept. `clear` also empties the form. @returns its values, how to set them, and what is kept */
export const useKeptState = <V extends Values>(key: string, initial: V) => {
  const kept = useKept(key, initial);
  const [values, setValues] = useState<V>(kept.first);
  useKeeping(kept, values);
  const clear = (): void => {
    kept.drop();
    setValues(initial);
  };
  return [values, setValues, { at: kept.at, drop: kept.drop, clear }] as const;
};
