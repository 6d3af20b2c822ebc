import { runTexts } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { RunPageView } from '../features/run-page/run-page-view.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { isNotFound } from '../lib/query-client.ts';
import { runLivePrefixes, runQueries } from '../lib/run-queries.ts';
import { useLiveReload } from '../lib/use-live-reload.ts';
import styles from './run-page.module.css';

const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));
/** The form of a gift, and that of the words for the page after it: both are there before anybody pays. */
const GiftDialog = lazy(async () => {
  const [{ ContributionDialog }, { GiftWords }] = await Promise.all([
    import('../features/support/contribution-dialog.tsx'),
    import('../features/run-page/gift-words.tsx'),
  ]);
  return {
    default: ({ slug, onClose }: { slug: string; onClose: (isGiven: boolean) => void }) => (
      <ContributionDialog
        runSlug={slug}
        onClose={onClose}
        afterwards={(orderId) => <GiftWords orderId={orderId} onDone={() => onClose(true)} />}
      />
    ),
  };
});

/** For the route table. */
export const prefetchRunPage = (client: QueryClient, slug: string): Promise<unknown> =>
  client.prefetchQuery(runQueries.page(slug));

/** `/run/f/{slug}`. Unknown, hidden and cancelled pages get the page of an unknown path. */
export function RunPage() {
  const { id: slug = '' } = useParams();
  const { data: page, error, isPending, refetch } = useQuery(runQueries.page(slug));
  const [isGiving, setGiving] = useState(false);
  const [note, setNote] = useState('');
  useLiveReload(runLivePrefixes, () => void refetch());
  const close = useCallback(
    (isGiven: boolean): void => {
      setGiving(false);
      if (!isGiven) return;
      setNote('Received, thank you. Your receipt is on its way by email.');
      void refetch();
    },
    [refetch],
  );
  if (isNotFound(error))
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    );
  if (page)
    return (
      <>
        <PageHead title={page.displayName} translate="no" description="A page of the Virtual Run." />
        <RunPageView page={page} slug={slug} note={note} onContribute={() => setGiving(true)} />
        {isGiving && (
          <Suspense>
            <GiftDialog slug={slug} onClose={close} />
          </Suspense>
        )}
      </>
    );
  if (!isPending)
    return (
      <div className={`wrap ${styles.waiting}`}>
        <PageHead title="Virtual Run" />
        <PageHeading>Virtual Run</PageHeading>
        <ErrorNote onRetry={() => void refetch()}>{runTexts.eventUnavailable}</ErrorNote>
      </div>
    );
  return (
    <div className={styles.loading} role="status" aria-label="Loading the page">
      <div className={`wrap ${styles.waiting}`}>
        <Skeleton height="17rem" />
        <Skeleton width="60%" height="3rem" />
      </div>
    </div>
  );
}
