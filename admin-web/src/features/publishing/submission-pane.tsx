import { Button, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../lib/http.ts';
import styles from './publishing.module.css';
import { submissionQuery } from './publishing-queries.ts';
import { SubmissionView } from './submission-view.tsx';
import type { Steps } from './use-steps.ts';

/** As in `publishing.module.css`: from here list and submission stand side by side. */
const SIDE_BY_SIDE = '(min-width: 75rem)';

type Props = {
  id: string;
  steps: Steps;
  onClose: () => void;
};

/** The open submission: beside the list on a wide screen, instead of it on others. */
export function SubmissionPane({ id, steps: { previous, next }, onClose }: Props) {
  const { data, error, isError, isFetching, refetch } = useQuery(submissionQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const hasData = data !== undefined;
  useEffect(() => {
    if (hasData && !matchMedia(SIDE_BY_SIDE).matches) heading.current?.focus();
  }, [hasData]);
  return (
    <article className={styles.pane} aria-label="Submission">
      <div className={styles.steps}>
        <Button size="s" onClick={onClose}>
          <span className={styles.back}>Back to the list</span>
          <span className={styles.close}>Close</span>
        </Button>
        <Button size="s" disabled={!previous} onClick={previous}>
          Previous
        </Button>
        <Button size="s" disabled={!next} onClick={next}>
          Next
        </Button>
      </div>
      {isError && !isFetching && (
        <ErrorNote onRetry={() => void refetch()}>
          {messageOf(error) || 'Failed to load the submission'}
        </ErrorNote>
      )}
      {data && <SubmissionView submission={data} heading={heading} onDeleted={next ?? previous ?? onClose} />}
      {!data && !(isError && !isFetching) && (
        <div role="status" aria-label="Loading submission">
          <Skeleton height="20rem" />
        </div>
      )}
    </article>
  );
}
