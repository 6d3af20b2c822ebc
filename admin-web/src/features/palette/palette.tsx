import { Dialog, Field } from '@satrangi/kit';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { counted } from '../../lib/format.ts';
import { withReason } from '../../lib/http.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import type { Entry, Group } from './commands.ts';
import styles from './palette.module.css';
import { keepRecent } from './recent.ts';
import { useEntries } from './use-entries.ts';

/** Computes all totals again. @returns what came of it */
const rebuildNumbers = async (): Promise<string> => {
  const { facts, equal } = await api['analytics-usage'].rebuild();
  return `Computed again from ${counted(facts, 'fact')}. ${equal ? 'No number changed.' : 'Numbers changed.'}`;
};

type ListProps = {
  readonly id: string;
  readonly groups: readonly Group[];
  readonly active: Entry | undefined;
  readonly idOf: (entry: Entry) => string;
  readonly onPoint: (entry: Entry) => void;
  readonly onChoose: (entry: Entry) => void;
};

function EntryList({ id, groups, active, idOf, onPoint, onChoose }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className={styles.list}>
      {groups.map(({ label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options in a listbox
        <div key={label} role="group" aria-label={label}>
          <p className={styles.group} aria-hidden="true">
            {label}
          </p>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, as in every ARIA combobox
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses the active option
            <div
              key={entry.key}
              id={idOf(entry)}
              role="option"
              aria-selected={entry === active}
              className={styles.entry}
              onPointerMove={() => onPoint(entry)}
              onClick={() => onChoose(entry)}
            >
              <span className={styles.label}>{entry.label}</span>
              {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The entry a key leads to; undefined for other keys. Up and Down go around. */
const stepTo = (key: string, entries: readonly Entry[], active: Entry | undefined): Entry | undefined => {
  const at = active ? entries.indexOf(active) : -1;
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length];
  if (key === 'ArrowUp') return entries.at((at < 0 ? entries.length : at) - 1);
  if (key === 'PageDown') return entries.at(-1);
  return key === 'PageUp' ? entries[0] : undefined;
};

/** The field and its text, with the letters that were typed before it was there. */
const useTyped = (takeEarly: () => string) => {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // after the effect of the dialog, which moves the focus to its title
  // biome-ignore lint/correctness/useExhaustiveDependencies: the letters are taken once, when the field takes the rest
  useEffect(() => {
    input.current?.focus();
    const early = takeEarly();
    setTyped((text) => early + text);
  }, []);
  return { input, typed, setTyped };
};

/** Goes to an entry or runs its act. `outcome` and `failure` are what came of the last act, until `clear`. */
const useChoice = (onClose: () => void) => {
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState('');
  const { busy, failure, setFailure, run } = useSingleRun<'rebuild'>();
  const choose = async (entry: Entry): Promise<void> => {
    keepRecent(entry);
    if ('to' in entry.act) {
      onClose();
      void navigate(entry.act.to);
    } else
      await run(
        'rebuild',
        async () => setOutcome(await rebuildNumbers()),
        (error) => withReason('Failed to rebuild the numbers.', error),
      );
  };
  const clear = (): void => {
    setOutcome('');
    setFailure(undefined);
  };
  return { choose, clear, busy, failure, outcome };
};

type Props = {
  /** The letters that were typed before the field was there. */
  takeEarly: () => string;
  onClose: () => void;
};

/** Finds tabs, acts and records by a few letters: an ARIA combobox over a list. Mounted while it is open. */
export function Palette({ takeEarly, onClose }: Props) {
  const id = useId();
  const { input, typed, setTyped } = useTyped(takeEarly);
  const [activeKey, setActiveKey] = useState('');
  const { choose, clear, busy, failure, outcome } = useChoice(onClose);
  const { groups, isSearching, failed } = useEntries(typed);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ key }) => key === activeKey) ?? entries[0];
  const idOf = ({ key }: Entry): string => `${id}-${entries.findIndex((each) => each.key === key)}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = stepTo(event.key, entries, active);
    if (next) setActiveKey(next.key);
    else if (event.key === 'Enter' && active) void choose(active);
    else return;
    event.preventDefault();
  };
  const nothing = entries.length === 0 && !isSearching ? `Nothing found for ‘${typed.trim()}’.` : '';
  const count = entries.length > 0 ? counted(entries.length, 'result') : '';
  return (
    <Dialog
      open
      hideTitle
      title="Search and commands"
      shape="centre"
      className={styles.palette}
      onClose={onClose}
    >
      <Field
        ref={input}
        hideLabel
        label="Search or run a command"
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder="Title, order, person, or > for actions"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActiveKey('');
          clear();
        }}
        onKeyDown={onKeyDown}
      />
      <EntryList
        id={`${id}-list`}
        groups={groups}
        active={active}
        idOf={idOf}
        onPoint={({ key }) => setActiveKey(key)}
        onChoose={(entry) => void choose(entry)}
      />
      <p role="status" className={styles.status}>
        {(busy && 'Computing all numbers again …') ||
          failure ||
          outcome ||
          (isSearching ? 'Searching …' : nothing || count)}
        {failed.length > 0 && ` Could not be searched: ${failed.join(', ')}.`}
      </p>
    </Dialog>
  );
}
