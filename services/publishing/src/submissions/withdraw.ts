import { failpoint, Refusal } from '@satrangi/chassis';
import { publishingTexts } from '@satrangi/contracts';
import { deleteFile } from './delete-file.ts';
import { movedFields, moveMessages } from './move-submission.ts';
import { checkMove } from './status.rules.ts';
import { submissionOfToken } from './status-tokens.rules.ts';
import { type Deps, secretsOf } from './submissions.deps.ts';
import type { StoredSubmission } from './submissions.store.ts';

const MAX_ATTEMPTS = 50;

/** The submission of a private token. @throws Refusal too-long-ago when the token is wrong or it is deleted */
export const submissionByToken =
  ({ submissions, config }: Pick<Deps, 'submissions' | 'config'>) =>
  async (token: string): Promise<StoredSubmission> => {
    const id = submissionOfToken(secretsOf(config), token);
    const found = id && (await submissions.byId(id));
    if (!found) throw new Refusal('too-long-ago', publishingTexts.linkOver);
    return found;
  };

/**
 * Takes a submission back for its author and deletes its file. Safe to repeat.
 * @throws Refusal too-long-ago, too-late
 */
export const withdraw = (deps: Deps) => {
  const byToken = submissionByToken(deps);
  return async (token: string, reason: string | undefined): Promise<StoredSubmission> => {
    const { submissions, clock } = deps;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const before = await byToken(token);
      if (before.status === 'withdrawn') return deleteFile(deps, before);
      if (checkMove(before.status, 'withdrawn', 'author', true) !== 'ok')
        throw new Refusal('too-late', publishingTexts.notPossible);
      const move = { to: 'withdrawn', by: 'author', userId: null, isMailed: true } as const;
      const note = reason
        ? [{ at: clock.now().toISOString(), by: null, text: reason, isAuthor: true as const }]
        : [];
      const after = await submissions.change(
        before,
        { ...movedFields(deps, before, move), notes: [...before.notes, ...note] },
        moveMessages(deps, before, 'withdrawn'),
      );
      failpoint('publishing.withdrawn-before-file');
      if (after) return deleteFile(deps, after);
    }
    throw new Refusal('too-late', publishingTexts.notPossible);
  };
};
