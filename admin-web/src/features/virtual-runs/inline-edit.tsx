import type { Registration } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { api } from '../../lib/api.ts';
import { CallError, sentenceOf } from '../../lib/http.ts';
import { isSame } from '../../lib/is-same.ts';
import { useKeptRow } from '../../lib/kept-row.ts';
import { KeptRowNote } from '../../lib/kept-row-note.tsx';
import { isPressed } from '../../lib/shortcuts.ts';
import { useStable } from '../../lib/use-stable.ts';
import styles from './virtual-runs.module.css';

export type Edited = 'distanceKm' | 'fundraisingGoal';
type Editing = {
  readonly id: string;
  readonly revision: number;
  readonly values: Readonly<Record<Edited, string>>;
  readonly state: 'typing' | 'saving' | 'failed';
  /** Why it failed, after the exact sentence. */
  readonly reason: string;
  /** As they were before something was typed. */
  readonly before: Readonly<Record<Edited, string>>;
};
type InlineEdit = {
  readonly editing: Editing | null;
  readonly begin: (row: Registration) => void;
  readonly type: (name: Edited, value: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
};

const InlineEditContext = createContext<InlineEdit | null>(null);
const useInlineEdit = (): InlineEdit => {
  const edit = useContext(InlineEditContext);
  if (!edit) throw new Error('no inline edit');
  return edit;
};

const valuesOf = ({ distanceKm, fundraisingGoal }: Registration): Readonly<Record<Edited, string>> => ({
  distanceKm: String(distanceKm),
  fundraisingGoal: String(fundraisingGoal),
});

const nowText = ({ distanceKm, fundraisingGoal }: Registration): string =>
  `It is ${distanceKm} km and ₹${fundraisingGoal} now.`;

const focusRow = (id: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus());
};

/** The row after a refused save. */
const failedEdit = (editing: Editing, error: unknown): Editing => {
  const current = error instanceof CallError ? error.problem?.data?.current : undefined;
  const newer = current as Registration | undefined;
  const now = newer ? ` ${nowText(newer)}` : '';
  return {
    ...editing,
    revision: newer?.revision ?? editing.revision,
    state: 'failed',
    reason: sentenceOf(error, '') + now,
  };
};

/** The row that is edited, and what was typed into one that was left. */
const useRowEdit = () => {
  const [editing, setEditing] = useState<Editing | null>(null);
  const isRunning = useRef(false);
  const client = useQueryClient();
  const kept = useKeptRow(
    'events',
    { distanceKm: '', fundraisingGoal: '' },
    editing && {
      row: editing.id,
      revision: String(editing.revision),
      values: editing.values,
      isChanged: !isSame(editing.values, editing.before),
    },
  );
  const begin = (row: Registration): void => {
    if (isRunning.current) return;
    const { _id: id, revision } = row;
    const before = valuesOf(row);
    const left = kept.leftOf(id);
    const isNewer = left !== null && left.revision !== String(revision);
    setEditing({
      id,
      revision,
      before,
      values: left?.values ?? before,
      state: isNewer ? 'failed' : 'typing',
      reason: isNewer ? nowText(row) : '',
    });
  };
  const end = (id: string): void => {
    kept.drop(id);
    setEditing(null);
    focusRow(id);
  };
  const save = async (): Promise<void> => {
    if (!editing || isRunning.current) return;
    isRunning.current = true;
    const { id, values, revision } = editing;
    setEditing({ ...editing, state: 'saving', reason: '' });
    try {
      await api['virtual-run'].updateRegistration({ params: { id }, body: { ...values, revision } });
      await client.invalidateQueries({ queryKey: ['run', 'registrations'] });
      end(id);
    } catch (error) {
      setEditing(failedEdit(editing, error));
    } finally {
      isRunning.current = false;
    }
  };
  const cancel = (): void => {
    if (editing && !isRunning.current) end(editing.id);
  };
  const calls = useStable({
    begin,
    type: (name: Edited, value: string) =>
      setEditing((now) => now && { ...now, values: { ...now.values, [name]: value }, state: 'typing' }),
    save: () => void save(),
    cancel,
  });
  // another value renders the cells of all rows again
  const edit = useMemo(() => ({ ...calls, editing }), [calls, editing]);
  return { edit, kept };
};

type InlineEditProviderProps = {
  rows: readonly Registration[];
  children: ReactNode;
};

/**
 * One row of which distance and goal are edited in place: E on the row or a double click begins, Enter saves, Esc
 * cancels. A refused save keeps what was typed; nothing is sent twice by itself.
 */
export function InlineEditProvider({ rows, children }: InlineEditProviderProps) {
  const { edit, kept } = useRowEdit();
  const { editing, begin } = edit;
  const beginAt = (target: EventTarget): boolean => {
    const key = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]')?.dataset.row : '';
    const row = rows.find(({ _id }) => _id === key);
    if (row && editing?.id !== row._id) begin(row);
    return row !== undefined;
  };
  const { left } = kept;
  const leftRow = rows.find(({ _id }) => _id === left?.row);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined;
    if (isPressed(event, 'edit') && isRow && beginAt(event.target)) event.preventDefault();
  };
  return (
    <InlineEditContext value={edit}>
      {left && !editing && rows.length > 0 && (
        <KeptRowNote
          at={left.at}
          onGoOn={leftRow && (() => begin(leftRow))}
          onDrop={() => kept.drop(left.row)}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows have the focus, and their buttons the same acts */}
      <div onKeyDown={onKeyDown} onDoubleClick={({ target }) => beginAt(target)}>
        {children}
      </div>
    </InlineEditContext>
  );
}

type NumberCellProps = {
  row: Registration;
  name: Edited;
  label: string;
  text: string;
};

/** A cell with a number, or its field while the row is edited. */
export function NumberCell({ row, name, label, text }: NumberCellProps) {
  const { editing, type, save, cancel } = useInlineEdit();
  if (editing?.id !== row._id) return <span className="num">{text}</span>;
  return (
    <input
      className={styles.number}
      type="number"
      min="0"
      step="any"
      inputMode="decimal"
      aria-label={`${label} of ${row.displayName}`}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this cell
      autoFocus={name === 'distanceKm'}
      readOnly={editing.state === 'saving'}
      value={editing.values[name]}
      onChange={({ target }) => type(name, target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        else if (event.key === 'Escape') cancel();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The acts at the end of a row. */
export function RowActions({ row }: { row: Registration }) {
  const { editing, begin, save, cancel } = useInlineEdit();
  if (editing?.id !== row._id)
    return (
      <Button size="s" tone="quiet" aria-label={`Edit ${row.displayName}`} onClick={() => begin(row)}>
        Edit
      </Button>
    );
  return (
    <span className={styles.rowActions}>
      <Button size="s" tone="primary" disabled={editing.state === 'saving'} onClick={save}>
        {editing.state === 'saving' ? 'Saving' : 'Save'}
      </Button>
      <Button size="s" tone="quiet" disabled={editing.state === 'saving'} onClick={cancel}>
        Cancel
      </Button>
      {editing.state === 'failed' && (
        <span role="alert" className={styles.failed} title={editing.reason}>
          Failed to save changes{editing.reason && `. ${editing.reason}`}
        </span>
      )}
    </span>
  );
}
