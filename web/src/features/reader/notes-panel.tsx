import type { Mark } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { Button, Dialog, ErrorNote, scriptProps, TextArea } from '@satrangi/kit';
import { useState } from 'react';
import { MarksRefused } from './marks.ts';
import styles from './notes.module.css';
import type { NewMark, ReaderMarks } from './use-marks.ts';

/** As long as the contracts allow (`NOTE_MAX`). */
const LONGEST_NOTE = 4_000;

function NoteForm({
  label,
  note,
  onSave,
  onCancel,
}: {
  label: string;
  note: string;
  onSave: (note: string) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(note);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text.trim());
      }}
    >
      <TextArea
        label={label}
        rows={4}
        dir="auto"
        maxLength={LONGEST_NOTE}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.acts}>
        <Button type="submit" size="s" tone="primary">
          Save
        </Button>
        <Button size="s" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function MarkItem({
  mark,
  language,
  onGo,
  onEdit,
  onRemove,
}: {
  mark: Mark;
  language: string;
  onGo: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { quote, note, page } = mark;
  const what = quote ? `“${quote.text.slice(0, 40)}”` : `the bookmark on page ${page}`;
  return (
    <>
      <button type="button" className={styles.to} onClick={onGo}>
        {quote ? <q {...scriptProps(quote.text, language)}>{quote.text}</q> : <span>Bookmark</span>}
        <span className="num">
          <span className="vh">Page </span>
          {page}
        </span>
      </button>
      {note && (
        <p className={styles.note} dir="auto" lang={scriptProps(note, language).lang}>
          {note}
        </p>
      )}
      <div className={styles.acts}>
        <Button size="s" onClick={onEdit} aria-label={`${note ? 'Change note' : 'Add a note'}: ${what}`}>
          {note ? 'Change note' : 'Add a note'}
        </Button>
        <Button size="s" tone="quiet" onClick={onRemove} aria-label={`Remove ${what}`}>
          Remove
        </Button>
      </div>
    </>
  );
}

const whyUnsent = (error: unknown): string =>
  error instanceof MarksRefused || (error instanceof ApiError && error.status < 500)
    ? error.message
    : 'Your latest changes are on this device only. We send them when you are online.';

/** The form of the note that is asked for, or the button that asks for one about this page. */
function NewNote({
  marks,
  page,
  draft,
  onDraft,
}: {
  marks: ReaderMarks;
  page: number;
  draft: NewMark | null;
  onDraft: (draft: NewMark | null) => void;
}) {
  if (draft)
    return (
      <NoteForm
        label={
          draft.quote ? `Note about “${draft.quote.text.slice(0, 80)}”` : `Note about page ${draft.page}`
        }
        note={draft.note}
        onSave={(note) => {
          marks.add({ ...draft, note });
          onDraft(null);
        }}
        onCancel={() => onDraft(null)}
      />
    );
  if (marks.find(page)?.note) return null;
  return (
    <Button size="s" onClick={() => onDraft({ page, quote: null, note: '' })}>
      {`Write a note about page ${page}`}
    </Button>
  );
}

/** Bookmarks, highlights and notes in a book. @param draft words that a note is asked for */
export function NotesPanel({
  marks,
  language,
  page,
  draft,
  onDraft,
  onGo,
  onClose,
}: {
  marks: ReaderMarks;
  language: string;
  page: number;
  draft: NewMark | null;
  onDraft: (draft: NewMark | null) => void;
  onGo: (page: number) => void;
  onClose: () => void;
}) {
  const [editing, setEditing] = useState<string>();
  const [removed, setRemoved] = useState<Mark>();
  return (
    <Dialog open onClose={onClose} title="Notes and highlights" shape="side">
      <p className={styles.hint}>
        {marks.isOnServer
          ? 'Only you see these, on every device where you log in.'
          : 'These stay on this device. Log in to have them on every device.'}
      </p>
      {marks.error !== null && <ErrorNote>{whyUnsent(marks.error)}</ErrorNote>}
      <NewNote marks={marks} page={page} draft={draft} onDraft={onDraft} />
      <p role="status" className={styles.removed}>
        {removed && 'Removed. '}
        {removed && (
          <Button
            size="s"
            onClick={() => {
              marks.restore(removed);
              setRemoved(undefined);
            }}
          >
            Undo
          </Button>
        )}
      </p>
      {marks.all.length === 0 && (
        <p>Nothing here yet. Select words on a page to highlight them, or bookmark a page.</p>
      )}
      <ol className={styles.list}>
        {marks.all.map((mark) => (
          <li key={mark.id}>
            {editing === mark.id ? (
              <NoteForm
                label={`Note on page ${mark.page}`}
                note={mark.note}
                onSave={(note) => {
                  marks.edit(mark, note);
                  setEditing(undefined);
                }}
                onCancel={() => setEditing(undefined)}
              />
            ) : (
              <MarkItem
                mark={mark}
                language={language}
                onGo={() => onGo(mark.page)}
                onEdit={() => setEditing(mark.id)}
                onRemove={() => {
                  marks.remove(mark);
                  setRemoved(mark);
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
