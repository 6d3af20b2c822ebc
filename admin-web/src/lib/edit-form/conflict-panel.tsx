import { Button, Dialog } from '@satrangi/kit';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isSame } from '../is-same.ts';
import styles from './edit-form.module.css';
import type { Conflict } from './use-edit-form.ts';

const MarkedWords = lazy(async () => ({ default: (await import('./marked-words.tsx')).MarkedWords }));

type Side = 'theirs' | 'mine';

const plainWords = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

type ChoiceProps = {
  name: string;
  side: Side;
  text: string;
  other: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** One side of a field, chosen or not. */
function Choice({ name, side, text, other, isChosen, onChoose }: ChoiceProps) {
  return (
    <div className={styles.side} data-chosen={isChosen || undefined}>
      <label>
        <input type="radio" name={`conflict-${name}`} checked={isChosen} onChange={onChoose} />
        {side === 'theirs' ? 'Theirs, which is stored' : 'Mine, which is not saved'}
      </label>
      <Suspense fallback={<p className={styles.marked}>{text}</p>}>
        {text === '' ? <p className={styles.marked}>(empty)</p> : <MarkedWords text={text} other={other} />}
      </Suspense>
    </div>
  );
}

/**
 * Two admins changed the same record: every field in which they differ, with both texts and the words marked that the
 * other side does not have. Nothing is saved before the choice; closing keeps what was typed.
 */
export function ConflictPanel<In extends object>({
  conflict: { base, mine, theirs },
  labels,
  words,
  onResolve,
  onClose,
  children,
}: {
  conflict: Conflict<In>;
  labels: Readonly<Record<string, string>>;
  words: Readonly<Record<string, (value: unknown) => string>>;
  onResolve: (chosen: In) => void;
  onClose: () => void;
  /** What else the person must know to choose. */
  children?: ReactNode;
}) {
  const at = (values: In, name: string): unknown => (values as Record<string, unknown>)[name];
  const differing = Object.keys(mine).filter((name) => !isSame(at(mine, name), at(theirs.values, name)));
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(
      differing.map((name) => [name, isSame(at(mine, name), at(base, name)) ? 'theirs' : 'mine']),
    ),
  );
  const textOf = (values: In, name: string): string => {
    const toWords = words[name] ?? plainWords;
    const isHidden = toWords(at(mine, name)) === toWords(at(theirs.values, name));
    return (isHidden ? plainWords : toWords)(at(values, name));
  };
  const chosen = (): In => ({
    ...theirs.values,
    ...Object.fromEntries(
      differing.filter((name) => sides[name] === 'mine').map((name) => [name, at(mine, name)]),
    ),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Content changed since you opened it"
      shape="centre"
      className={styles.conflict ?? ''}
    >
      <div className={styles.stack}>
        <p>
          Somebody saved while you were writing. Nothing of yours is saved yet. Choose what is kept; the other
          text stays in the history where there is one.
        </p>
        {children}
        {differing.map((name) => {
          const [own, other] = [textOf(mine, name), textOf(theirs.values, name)];
          return (
            <fieldset key={name} className={styles.field}>
              <legend>{labels[name] ?? name}</legend>
              <div className={styles.sides}>
                {(['theirs', 'mine'] as const).map((side) => (
                  <Choice
                    key={side}
                    name={name}
                    side={side}
                    text={side === 'mine' ? own : other}
                    other={side === 'mine' ? other : own}
                    isChosen={sides[name] === side}
                    onChoose={() => setSides((before) => ({ ...before, [name]: side }))}
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
        {differing.length === 0 && <p>Both of you wrote the same.</p>}
        <div className={styles.actions}>
          <Button tone="primary" onClick={() => onResolve(chosen())}>
            Save what is chosen
          </Button>
          <Button onClick={onClose}>Back to my text</Button>
        </div>
      </div>
    </Dialog>
  );
}
