import type { SubmissionDetail } from '@satrangi/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { CallError } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { submissionKey } from './publishing-queries.ts';

type Change = {
  readonly status?: SubmissionDetail['status'];
  readonly mail?: boolean;
  readonly note?: string;
};

/**
 * Writes a change over the version that is shown. When another admin saved first, the newer version is shown and nothing is
 * written: the person decides again.
 * @throws CallError with the sentence of the server
 */
export const useChangeSubmission = ({ _id, version }: Pick<SubmissionDetail, '_id' | 'version'>) => {
  const client = useQueryClient();
  return async (body: Change): Promise<void> => {
    try {
      const after = await api.publishing.changeSubmission({ params: { id: _id }, body }, ifMatch(version));
      client.setQueryData(submissionKey(_id), after);
    } catch (error) {
      const current = error instanceof CallError ? error.problem?.data?.current : undefined;
      if (current) client.setQueryData(submissionKey(_id), current as SubmissionDetail);
      throw error;
    } finally {
      client.invalidateQueries({ queryKey: ['publishing', 'submissions'] }).catch(() => undefined);
    }
  };
};
