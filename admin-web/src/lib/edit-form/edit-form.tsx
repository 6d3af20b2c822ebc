import { Button, Dialog, Failure } from '@satrangi/kit';
import { type ReactNode, useId, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { DRAFT_DAYS } from '../drafts.ts';
import { momentText } from '../format.ts';
import noteStyles from '../kept-note.module.css';
import { ConflictPanel } from './conflict-panel.tsx';
import styles from './edit-form.module.css';
import { SaveStatus } from './save-status.tsx';
import type { EditFormState } from './use-edit-form.ts';
import { useSaveKey } from './use-save-key.ts';

/** What was typed at an earlier visit. */
function DraftOffer<In extends FieldValues, Out>({ edit }: { edit: EditFormState<In, Out> }) {
  if (!edit.offer) return null;
  return (
    <section className={noteStyles.note} aria-label="Draft">
      <p>You typed something here on {momentText(edit.offer.at)}.</p>
      <span className={styles.actions}>
        <Button size="s" onClick={edit.takeOffer}>
          Use it
        </Button>
        <Button size="s" tone="quiet" onClick={edit.dropOffer}>
          Throw it away
        </Button>
      </span>
    </section>
  );
}

/** Every error in one place; its line leads to the field. */
function ErrorSummary<In extends FieldValues, Out>({ edit }: { edit: EditFormState<In, Out> }) {
  const lines = Object.keys(edit.errors).map(
    (name) => [name, edit.form.getFieldState(name as Path<In>).error?.message] as const,
  );
  if (lines.length === 0) return null;
  return (
    <div role="alert" className={styles.summary}>
      <p>{lines.length === 1 ? 'One field needs a look:' : `${lines.length} fields need a look:`}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ul role="list">
        {lines.map(([name, message]) => (
          <li key={name}>
            <button type="button" onClick={() => edit.form.setFocus(name as Path<In>)}>
              {edit.labels[name] ?? name}
            </button>
            : {message ?? 'not valid'}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Asks before changes are left, which stay as a draft either way, or an upload, which ends. */
function LeaveQuestion<In extends FieldValues, Out>({
  edit: { blocker, draftPlace, hasChanges, isUploading },
}: {
  edit: EditFormState<In, Out>;
}) {
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={() => blocker.reset()}
      title={hasChanges ? 'Leave without saving?' : 'Leave and stop the upload?'}
      shape="centre"
    >
      <div className={styles.stack}>
        {hasChanges && (
          <p>
            What you typed is not saved.{' '}
            {draftPlace === 'tab'
              ? 'It is kept as a draft until this browser tab is closed.'
              : `It is kept in this browser as a draft for ${DRAFT_DAYS} days.`}
          </p>
        )}
        {isUploading && <p>A file is being uploaded. The upload stops when you leave.</p>}
        <div className={styles.actions}>
          <Button tone="primary" onClick={() => blocker.reset()}>
            Stay
          </Button>
          <Button onClick={() => blocker.proceed()}>Leave</Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * A form that edits a record, with all that belongs to it: the offer of a draft, the error summary, the sentence of a
 * failed save, the status line beside the Save button, Ctrl+S, the question before leaving, and the conflict panel.
 *
 * ```tsx
 * const edit = useEditForm({ tab: 'blogs', id: blog.id, schema, stored, labels, save, failure: 'Failed to save blog', theirs });
 * <EditForm edit={edit} label="Blog">
 *   <Field label={labels.title} {...edit.field('title')} />
 *   <RichTextField edit={edit} name="content" label={labels.content} />
 * </EditForm>
 * ```
 * `actions` stands beside Save. `saveLabel` names the button; null: the caller has its own, which calls `edit.save()`.
 */
export function EditForm<In extends FieldValues, Out>({
  edit,
  label,
  saveLabel = 'Save',
  actions,
  children,
}: {
  edit: EditFormState<In, Out>;
  label: string;
  saveLabel?: string | null;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useSaveKey(() => void edit.save(), form);
  return (
    <>
      <form
        ref={form}
        id={id}
        aria-label={label}
        noValidate
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void edit.save();
        }}
      >
        <DraftOffer edit={edit} />
        {children}
        <ErrorSummary edit={edit} />
        <Failure>{edit.failure}</Failure>
        <div className={styles.actions}>
          {saveLabel !== null && (
            <Button type="submit" tone="primary" aria-disabled={edit.busy}>
              {edit.busy ? 'Saving…' : saveLabel}
            </Button>
          )}
          {actions}
          <SaveStatus state={edit.state} savedAt={edit.savedAt} hasChanges={edit.hasChanges} />
        </div>
      </form>
      {edit.conflict && (
        <ConflictPanel
          conflict={edit.conflict}
          labels={edit.labels}
          words={edit.words}
          onResolve={(chosen) => void edit.resolveConflict(chosen)}
          onClose={edit.closeConflict}
        />
      )}
      <LeaveQuestion edit={edit} />
    </>
  );
}
