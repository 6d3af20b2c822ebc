import { Refusal } from '@satrangi/chassis';
import { matchesRevision, publishingTexts, type SubmissionStatus, type UserId } from '@satrangi/contracts';
import { deleteFile } from './delete-file.ts';
import { movedFields, moveMessages, updatedLive } from './move-submission.ts';
import { checkMove } from './status.rules.ts';
import type { Deps } from './submissions.deps.ts';
import type { StoredSubmission } from './submissions.store.ts';
import { detailOf } from './views.ts';

const MAX_ATTEMPTS = 50;

export type DeskChange = {
  readonly status?: SubmissionStatus | undefined;
  readonly note?: string | undefined;
  readonly mail: boolean;
  readonly ifMatch: string | undefined;
};

const refuseMove = (verdict: ReturnType<typeof checkMove>): void => {
  if (verdict === 'note-required') throw new Refusal('validation-failed', publishingTexts.noteRequired);
  if (verdict === 'not-possible') throw new Refusal('too-late', publishingTexts.notPossible);
};

/**
 * Moves a submission, adds a private note, or both, in one write. The state that a submission has already is no move.
 * @throws Refusal not-found, version-conflict with `data.current`, too-late, validation-failed
 */
export const changeSubmission =
  (deps: Deps) =>
  async (
    id: string,
    { status, note, mail, ifMatch }: DeskChange,
    userId: UserId,
  ): Promise<StoredSubmission> => {
    const { submissions, clock } = deps;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const before = await submissions.byId(id);
      if (!before) throw new Refusal('not-found', publishingTexts.notFound);
      if (!matchesRevision(ifMatch, String(before.version)))
        throw new Refusal('version-conflict', publishingTexts.changed, {
          data: { current: await detailOf(deps, before) },
        });
      const to = status === before.status ? undefined : status;
      if (to) refuseMove(checkMove(before.status, to, 'admin', note !== undefined));
      if (!to && note === undefined) return before;
      const notes = note
        ? [...before.notes, { at: clock.now().toISOString(), by: userId, text: note }]
        : before.notes;
      const after = await submissions.change(
        before,
        { notes, ...(to && movedFields(deps, before, { to, by: 'admin', userId, isMailed: mail })) },
        to ? moveMessages(deps, before, to) : { live: updatedLive(id) },
      );
      if (!after) continue;
      await deps.eraseIfDeleted(userId);
      return to === 'withdrawn' ? deleteFile(deps, after) : after;
    }
    throw new Refusal('version-conflict', publishingTexts.changed);
  };
