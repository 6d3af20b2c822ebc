import { type EditorSection, SECTION_BIN_DAYS } from '@satrangi/contracts';
import { GENERAL_PAGE, pageOfKey } from '@satrangi/contracts/pure';
import { Button, Dialog, Failure, Field, Select } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { CallError, messageOf } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import styles from './content.module.css';
import { reloadSections } from './content-queries.ts';

/** The exact sentence, with the reason of the service for a key that cannot be used. */
const withReason =
  (sentence: string) =>
  (error: unknown): string =>
    error instanceof CallError && error.status < 500 ? `${sentence} ${messageOf(error)}` : sentence;

type RenameSectionProps = {
  sectionKey: string;
  onRenamed: (key: string) => void;
  onClose: () => void;
};

/** Asks for the new key, then for a confirmation (checklist ADM-20). An empty or identical key changes nothing. */
export function RenameSection({ sectionKey, onRenamed, onClose }: RenameSectionProps) {
  const client = useQueryClient();
  const [{ key }, setValues, kept] = useKeptState(draftKey('content', `${sectionKey}:rename`), {
    key: sectionKey,
  });
  const [isConfirming, setConfirming] = useState(false);
  const wanted = key.trim();
  const rename = async (): Promise<void> => {
    const renamed = await api.cms.renameSection({ params: { key: sectionKey }, body: { newKey: wanted } });
    kept.drop();
    await reloadSections(client);
    onRenamed(renamed.key);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wanted === '' || wanted === sectionKey) onClose();
    else setConfirming(true);
  };
  if (isConfirming)
    return (
      <Confirm
        title={`Rename ‘${sectionKey}’ to ‘${wanted}’?`}
        action="Rename"
        tone="primary"
        onConfirm={rename}
        failureOf={withReason('Error renaming section.')}
        onClose={onClose}
      >
        <p>Its versions move along. A page that looks for the old key shows its built-in text.</p>
      </Confirm>
    );
  return (
    <Dialog open onClose={onClose} title="Rename section" shape="centre">
      <form className={styles.form} onSubmit={submit}>
        <KeptNote at={kept.at} onDrop={kept.clear} />
        <Field
          label="Key"
          value={key}
          onChange={({ target }) => setValues({ key: target.value })}
          spellCheck={false}
        />
        <Button type="submit" tone="primary">
          Rename…
        </Button>
      </form>
    </Dialog>
  );
}

type DeleteSectionProps = {
  sectionKey: string;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteSection({ sectionKey, onDeleted, onClose }: DeleteSectionProps) {
  const client = useQueryClient();
  return (
    <Confirm
      title={`Delete ‘${sectionKey}’?`}
      action="Delete"
      onConfirm={async () => {
        await api.cms.deleteSection({ params: { key: sectionKey } });
        await reloadSections(client);
        onDeleted();
      }}
      failureOf={withReason('Failed to sync with backend.')}
      onClose={onClose}
    >
      <p>
        The page shows its built-in text again, or nothing. The section and its versions can be restored for{' '}
        {SECTION_BIN_DAYS} days.
      </p>
    </Confirm>
  );
}

const nothing = { key: '', position: '' };

/** What is typed for a new section, and the calls that add it or restore a deleted one with its key. */
const useNewSection = ({ page, onAdded }: { page: string; onAdded: (key: string) => void }) => {
  const client = useQueryClient();
  const [{ key, position }, setValues, kept] = useKeptState(draftKey('content', `${page}:add`), nothing);
  const [deleted, setDeleted] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const wanted = key.trim();
  const own = pageOfKey(wanted);
  const clear = (): void => {
    kept.clear();
    setDeleted(null);
  };
  const done = async (added: EditorSection): Promise<void> => {
    clear();
    await reloadSections(client);
    onAdded(added.key);
  };
  const add = async (): Promise<void> => {
    try {
      const place = own === page && position !== '' ? { position: Number(position) } : {};
      await done(await api.cms.addSection({ body: { key: wanted, ...place } }));
    } catch (error) {
      if (
        error instanceof CallError &&
        error.problem?.code === 'already-used' &&
        /deleted/i.test(messageOf(error))
      )
        setDeleted(wanted);
      throw error;
    }
  };
  const restore = async (which: string): Promise<void> => {
    setFailure(undefined);
    try {
      await done(await api.cms.undeleteSection({ params: { key: which } }));
    } catch {
      setFailure('Failed to sync with backend.');
    }
  };
  return {
    kept,
    key,
    position,
    /** The key that was asked for and belongs to a deleted section. */
    deleted,
    failure,
    typeKey: (typed: string): void => {
      setValues({ key: typed, position });
      setDeleted(null);
    },
    choosePosition: (chosen: string): void => setValues({ key, position: chosen }),
    clear,
    add,
    restore,
  };
};

const hintOf = (page: string, wanted: string): string => {
  const own = pageOfKey(wanted);
  if (wanted !== '' && own !== page) return `This key belongs to the page ‘${own}’.`;
  return page === GENERAL_PAGE ? 'Begins with a dot: .notice' : `Begins with its page: ${page}.notice`;
};

type KeyFieldProps = {
  page: string;
  value: string;
  onChange: (key: string) => void;
};

function KeyField({ page, value, onChange }: KeyFieldProps) {
  return (
    <Field
      label="Key"
      value={value}
      spellCheck={false}
      autoComplete="off"
      hint={hintOf(page, value.trim())}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type PositionSelectProps = {
  sections: readonly EditorSection[];
  value: string;
  onChange: (position: string) => void;
};

function PositionSelect({ sections, value, onChange }: PositionSelectProps) {
  return (
    <Select label="Position" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Last</option>
      {sections.map((section, index) => (
        <option key={section.key} value={index}>
          {index === 0 ? 'First' : `After ${sections[index - 1]?.key}`}
        </option>
      ))}
    </Select>
  );
}

type AddSectionProps = {
  page: string;
  title: string;
  sections: readonly EditorSection[];
  onAdded: (key: string) => void;
};

/** Adds a section at a place of its page, or brings back a deleted one with that key. */
export function AddSection({ page, title, sections, onAdded }: AddSectionProps) {
  const { kept, key, position, deleted, failure, ...section } = useNewSection({ page, onAdded });
  const [isConfirming, setConfirming] = useState(false);
  const wanted = key.trim();
  const own = pageOfKey(wanted);
  return (
    <>
      <form
        className={styles.form}
        aria-label="Add section"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') setConfirming(true);
        }}
      >
        <h2 className={styles.sub}>Add section</h2>
        <KeptNote at={kept.at} onDrop={section.clear} />
        <KeyField page={page} value={key} onChange={section.typeKey} />
        <PositionSelect sections={sections} value={position} onChange={section.choosePosition} />
        <Button type="submit" disabled={wanted === ''}>
          Add
        </Button>
        {deleted && (
          <p className={styles.warning}>
            ‘{deleted}’ was deleted.{' '}
            <Button size="s" onClick={() => void section.restore(deleted)}>
              Restore it
            </Button>
          </p>
        )}
        <Failure>{failure}</Failure>
      </form>
      {isConfirming && (
        <Confirm
          title={`Add ‘${wanted}’ to ${own === page ? title : `the page ‘${own}’`}?`}
          action="Add"
          tone="primary"
          onConfirm={section.add}
          failureOf={withReason('Error adding section.')}
          onClose={() => setConfirming(false)}
        >
          <p>It is empty and published; a page shows nothing of it before it has a text.</p>
        </Confirm>
      )}
    </>
  );
}
