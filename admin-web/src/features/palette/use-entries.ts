import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { doEntries, type Group, goEntries, matching } from './commands.ts';
import { finders } from './find.ts';
import { readRecent } from './recent.ts';

const DEBOUNCE_MS = 250;
const FIND_FROM = 2;
/** Found records may name people: they leave the memory soon after the palette is closed. */
const KEPT_MS = 10_000;

/** A text once its typing rests. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setRested, DEBOUNCE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};

export type Entries = {
  readonly groups: readonly Group[];
  readonly isSearching: boolean;
  /** The kinds that could not be searched. */
  readonly failed: readonly string[];
};

/**
 * The lines for a typed text: recent ones and all commands without a text, actions only after `>`, else the commands
 * and records that fit. Records of all kinds are searched side by side.
 */
export const useEntries = (typed: string): Entries => {
  const isDoOnly = typed.startsWith('>');
  const text = (isDoOnly ? typed.slice(1) : typed).trim();
  const rested = useRested(text);
  const isFinding = !isDoOnly && text.length >= FIND_FROM;
  const answers = useQueries({
    queries: finders.map(({ label, find }) => ({
      queryKey: ['palette', label, rested],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(rested, signal),
      enabled: isFinding && rested === text,
      gcTime: KEPT_MS,
    })),
  });
  const hasRested = rested === text;
  const commands: Group[] = [
    { label: 'Recent', entries: text || isDoOnly ? [] : readRecent() },
    { label: 'Go', entries: isDoOnly ? [] : matching(goEntries(), text) },
    { label: 'Do', entries: matching(doEntries, text) },
  ];
  const found = finders.map(({ label }, index) => ({
    label,
    entries: (isFinding && hasRested && answers[index]?.data) || [],
  }));
  const shown = new Set<string>();
  const groups = [...commands, ...found]
    .map(({ label, entries }) => ({
      label,
      // a recent entry stands there only
      entries: entries.filter(({ key }) => !shown.has(key) && shown.add(key)),
    }))
    .filter(({ entries }) => entries.length > 0);
  return {
    groups,
    isSearching: isFinding && (!hasRested || answers.some(({ isFetching }) => isFetching)),
    failed: isFinding ? finders.flatMap(({ label }, index) => (answers[index]?.isError ? [label] : [])) : [],
  };
};
