import { Button, Dialog, Field, Icon, IconButton, trashIcon } from '@satrangi/kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DeletedView } from './deleted-view.tsx';
import styles from './saved-views.module.css';
import { type SavedView, VIEW_NAME_MAX, type ViewAddress } from './saved-views.ts';
import type { SavedViews } from './use-saved-views.ts';

const WHERE = 'Kept in this browser, for you only. Name no person.';
const LEFT_OUT = 'The search is not kept: it may name a person.';
const NOTHING =
  'There is nothing to keep. The search of this list may name a person, so a view holds filters, order and size only.';

type Props = {
  unsaved: ViewAddress;
  save: SavedViews['save'];
  onClose: () => void;
};

/** Asks for the name of the present address. */
export function SaveDialog({ unsaved, save, onClose }: Props) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const problem = save(name);
    setError(problem);
    if (!problem) onClose();
  };
  if (unsaved.isPlain)
    return (
      <Dialog open title="Save view" shape="centre" onClose={onClose}>
        <div className={styles.form}>
          <p role="alert">{NOTHING}</p>
          <div className={styles.buttons}>
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog open title="Save view" shape="centre" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Field
          ref={input}
          label="Name of the view"
          hint={unsaved.isSearchLeftOut ? `${LEFT_OUT} ${WHERE}` : WHERE}
          error={error}
          value={name}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value);
            setError(undefined);
          }}
        />
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ViewLine({ view, saved }: { view: SavedView; saved: SavedViews }) {
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setError(saved.rename(view.name, name));
  };
  return (
    <li>
      <form className={styles.line} noValidate onSubmit={submit}>
        <Field
          hideLabel
          label={`Name of ${view.name}`}
          error={error}
          value={name}
          // longer than is allowed, so that a sentence says why
          maxLength={VIEW_NAME_MAX * 2}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value);
            setError(undefined);
          }}
        />
        <Button size="s" type="submit" aria-label={`Rename ${view.name}`}>
          Rename
        </Button>
        <IconButton label={`Delete ${view.name}`} onClick={() => saved.remove(view.name)}>
          <Icon shape={trashIcon} size="s" />
        </IconButton>
      </form>
    </li>
  );
}

/** Renames and deletes the saved views of a list. */
export function ViewsDialog({ saved, onClose }: { saved: SavedViews; onClose: () => void }) {
  return (
    <Dialog open title="Saved views" onClose={onClose}>
      <DeletedView saved={saved} takesFocus />
      {saved.views.length === 0 && <p>There are no saved views of this list.</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ul role="list" className={styles.list}>
        {saved.views.map((view) => (
          <ViewLine key={view.address} view={view} saved={saved} />
        ))}
      </ul>
      <p className={styles.note}>{WHERE}</p>
    </Dialog>
  );
}
