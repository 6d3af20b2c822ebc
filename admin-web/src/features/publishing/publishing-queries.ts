import type { SubmissionStatus } from '@satrangi/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PageSize } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';

/** Keys of held back deletions of submissions. */
export const HELD_PREFIX = 'submission:';

export type Filter = {
  readonly search: string;
  readonly status: SubmissionStatus | '';
  readonly page: number;
  readonly size: PageSize;
};

export const submissionsQuery = ({ search, status, page, size }: Filter) =>
  queryOptions({
    queryKey: ['publishing', 'submissions', { search, status, page, size }],
    queryFn: ({ signal }) =>
      api.publishing.listSubmissions(
        { query: { page, pageSize: `${size}`, ...(search && { search }), ...(status && { status }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const submissionKey = (id: string) => ['publishing', 'submission', id] as const;

export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: submissionKey(id),
    queryFn: ({ signal }) => api.publishing.getSubmission({ params: { id } }, { signal }),
  });
