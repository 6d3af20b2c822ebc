import type { SubmissionDetail, SubmissionStatus } from '@satrangi/contracts';
import { submissionStatusLabels } from '@satrangi/contracts/pure';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Conflict } from '../../lib/edit-form/use-edit-form.ts';

const ConflictPanel = lazy(async () => ({
  default: (await import('../../lib/edit-form/conflict-panel.tsx')).ConflictPanel,
}));

/** What a person writes about a submission. A field that is missing is not written. */
export type Written = { readonly status?: SubmissionStatus; readonly note?: string };

type Known = Pick<SubmissionDetail, 'status' | 'notes'>;
type Newer = Known & Pick<SubmissionDetail, 'version'>;

const labels = { status: 'State', note: 'Private note' } as const;
const words = {
  status: (value: unknown) => submissionStatusLabels[value as SubmissionStatus],
};

/** The notes that stand in `theirs` only. */
const addedNotes = (seen: Known, theirs: Known): string =>
  theirs.notes
    .slice(seen.notes.length)
    .map(({ text }) => text)
    .join('\n\n');

/** The fields that a person writes, as they were seen, written, and stored by another admin. */
const conflictOf = (mine: Written, seen: Known, theirs: Newer): Conflict<Written> => {
  const fields = (status: SubmissionStatus | undefined, note: string | undefined): Written => ({
    ...(mine.status !== undefined && status !== undefined && { status }),
    ...(mine.note !== undefined && note !== undefined && { note }),
  });
  return {
    base: fields(seen.status, ''),
    mine: fields(mine.status, mine.note),
    theirs: { values: fields(theirs.status, addedNotes(seen, theirs)), revision: `${theirs.version}` },
  };
};

/** The fields of `chosen` that are not stored yet. */
const unstored = ({ status, note }: Written, stored: Written): Written => ({
  ...(status !== undefined && status !== stored.status && { status }),
  ...(note !== undefined && note !== stored.note && { note }),
});

type OpenConflict = {
  readonly conflict: Conflict<Written>;
  readonly status: SubmissionStatus;
  readonly answer: (chosen: Written | null) => void;
};

/**
 * Shows the texts of two admins who changed the same submission.
 * @returns `confirm`, fulfilled with what is to be written over `theirs`, null when the person goes back to the form; and
 *   the panel to render
 */
export const useSubmissionConflict = (): {
  readonly confirm: (mine: Written, seen: Known, theirs: Newer) => Promise<Written | null>;
  readonly panel: ReactNode;
} => {
  const [open, setOpen] = useState<OpenConflict | null>(null);
  const answerWith = (chosen: Written | null): void => {
    setOpen(null);
    open?.answer(chosen && unstored(chosen, open.conflict.theirs.values));
  };
  return {
    confirm: (mine, seen, theirs) =>
      new Promise((answer) => {
        setOpen({ conflict: conflictOf(mine, seen, theirs), status: theirs.status, answer });
      }),
    panel: open && (
      <Suspense>
        <ConflictPanel
          conflict={open.conflict}
          labels={labels}
          words={words}
          onResolve={answerWith}
          onClose={() => answerWith(null)}
        >
          <p>
            It is ‘{submissionStatusLabels[open.status]}’ now. Notes are only added: theirs stays, also beside
            yours.
          </p>
        </ConflictPanel>
      </Suspense>
    ),
  };
};
