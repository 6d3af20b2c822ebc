import { useEffect, useRef, useState } from 'react';
import { session } from '../../lib/session.ts';
import { RUN_PREFILL_KEY, safeStorage } from '../../lib/store.ts';
import type { RegistrationValues } from './registration-values.ts';

const fields = ['name', 'email', 'phone', 'pronouns', 'location'] as const;
type Prefill = Pick<RegistrationValues, (typeof fields)[number]>;

/** Stored this long after the last key (checklist WEB-64). */
const SAVE_AFTER_MS = 600;
const SAVED_SHOWN_MS = 1_200;

/** The contact fields of the last visit; fields of another kind are ignored. */
export const readPrefill = (): Partial<Prefill> => {
  try {
    const stored: unknown = JSON.parse(safeStorage.read(RUN_PREFILL_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries = Object.entries(stored).filter(
      ([name, value]) => (fields as readonly string[]).includes(name) && typeof value === 'string',
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
};

const textOf = (values: Prefill): string =>
  JSON.stringify(Object.fromEntries(fields.map((name) => [name, values[name]])));
const isEmpty = (values: Prefill): boolean => fields.every((name) => values[name].trim() === '');

/** Keeps the contact fields in this browser while they are typed. */
export const usePrefill = (values: RegistrationValues) => {
  const text = textOf(values);
  const lastText = useRef(text);
  const [isStored, setStored] = useState(() => safeStorage.read(RUN_PREFILL_KEY) !== null);
  const [isSaved, setSaved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (text === lastText.current) return;
    lastText.current = text;
    const isNothing = isEmpty(JSON.parse(text));
    timer.current = setTimeout(() => {
      safeStorage.write(RUN_PREFILL_KEY, isNothing ? null : text);
      setStored(!isNothing);
      setSaved(!isNothing);
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer.current);
  }, [text]);

  useEffect(() => {
    if (!isSaved) return;
    const shown = setTimeout(() => setSaved(false), SAVED_SHOWN_MS);
    return () => clearTimeout(shown);
  }, [isSaved]);

  // A logout clears the storage (session.ts); a pending save would write it again.
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get()) return;
        clearTimeout(timer.current);
        setStored(false);
      }),
    [],
  );

  return {
    isSaved,
    isStored,
    clear: (): void => {
      clearTimeout(timer.current);
      safeStorage.write(RUN_PREFILL_KEY, null);
      setStored(false);
      setSaved(false);
    },
  };
};
