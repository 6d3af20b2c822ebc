import type { SubmissionDetail } from '@satrangi/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { CallError } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { submissionKey } from './publishing-queries.ts';
import { useSubmissionConflict, type Written } from './submission-conflict.tsx';

type Change = Written & { readonly mail?: boolean };

/** The state that another admin saved first; null when the write failed for another reason. */
const newerOf = async (error: unknown, id: string): Promise<SubmissionDetail | null> => {
  if (!(error instanceof CallError) || error.problem?.code !== 'version-conflict') return null;
  // the contract types `data` of all problems together
  const current = error.problem.data?.current as SubmissionDetail | undefined;
  return current ?? api.publishing.getSubmission({ params: { id } });
};

/**
 * Writes a change over the version that was seen. When another admin saved first, the conflict panel shows both, and
 * what is chosen there is written over the newer version. Render `panel` in the form.
 * @param seen what the person decides about
 * @param onNewer gets the newer state of a conflict
 * @throws CallError with the sentence of the server, also when the person goes back to the form
 */
export const useChangeSubmission = (
  seen: SubmissionDetail,
  onNewer: (newer: SubmissionDetail) => void = () => undefined,
): { readonly change: (body: Change) => Promise<void>; readonly panel: ReactNode } => {
  const client = useQueryClient();
  const { confirm, panel } = useSubmissionConflict();
  const { _id: id } = seen;
  const show = (current: SubmissionDetail): unknown => client.setQueryData(submissionKey(id), current);
  const write = async ({ mail, ...mine }: Change, over: SubmissionDetail): Promise<void> => {
    if (Object.keys(mine).length === 0) return;
    const body = { ...mine, ...(mail !== undefined && { mail }) };
    try {
      show(await api.publishing.changeSubmission({ params: { id }, body }, ifMatch(over.version)));
    } catch (error) {
      const newer = await newerOf(error, id);
      if (!newer) throw error;
      show(newer);
      onNewer(newer);
      const chosen = await confirm(mine, over, newer);
      if (!chosen) throw error;
      await write({ ...chosen, ...(mail !== undefined && { mail }) }, newer);
    }
  };
  const change = (body: Change): Promise<void> =>
    write(body, seen).finally(() => {
      client.invalidateQueries({ queryKey: ['publishing', 'submissions'] }).catch(() => undefined);
    });
  return { change, panel };
};
