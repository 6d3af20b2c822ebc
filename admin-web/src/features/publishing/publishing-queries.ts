import type { SubmissionStatus } from '@satrangi/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Keys of held back deletions of submissions. */
export const HELD_PREFIX = 'submission:';

const pageSizes = ['10', '20', '50', '100'] as const;
type PageSize = (typeof pageSizes)[number];

/** The page size of the address; 20 when it names none of the four (checklist ADM-15). */
export const pageSizeOf = (text: string): PageSize => pageSizes.find((each) => each === text) ?? '20';

export type Filter = {
  readonly search: string;
  readonly status: SubmissionStatus | '';
  readonly page: number;
  readonly pageSize: PageSize;
};

export const submissionsQuery = ({ search, status, page, pageSize }: Filter) =>
  queryOptions({
    queryKey: ['publishing', 'submissions', { search, status, page, pageSize }],
    queryFn: ({ signal }) =>
      api.publishing.listSubmissions(
        { query: { page, pageSize, ...(search && { search }), ...(status && { status }) } },
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
