import { runTexts } from '@satrangi/contracts/texts/run';
import { Skeleton } from '@satrangi/kit';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { createRegistration, type Registration } from '../features/run/registration.ts';
import styles from '../features/run/run.module.css';
import { RunHero } from '../features/run/run-hero.tsx';
import { RunNumbers } from '../features/run/run-numbers.tsx';
import { RunWays } from '../features/run/run-ways.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { prefetchTexts } from '../lib/page-sections.ts';
import { type RunEvent, runLivePrefixes, runQueries } from '../lib/run-queries.ts';
import { useIsDesktop } from '../lib/use-is-desktop.ts';
import { useLiveReload } from '../lib/use-live-reload.ts';
import { useTexts } from '../lib/use-texts.ts';

const RunBelowFold = lazy(async () => ({
  default: (await import('../features/run/run-below-fold.tsx')).RunBelowFold,
}));
const RegistrationPanel = lazy(async () => ({
  default: (await import('../features/run/registration-panel.tsx')).RegistrationPanel,
}));
const RegistrationDialog = lazy(async () => ({
  default: (await import('../features/run/registration-dialog.tsx')).RegistrationDialog,
}));
const ContributionDialog = lazy(async () => ({
  default: (await import('../features/support/contribution-dialog.tsx')).ContributionDialog,
}));

function Panel({
  registration,
  event,
  onMore,
}: {
  registration: Registration;
  event: RunEvent;
  onMore: () => void;
}) {
  return (
    <section className={styles.panel} aria-labelledby="panel-h">
      <h2 id="panel-h">Register here</h2>
      <Suspense fallback={<Skeleton height="40rem" />}>
        <RegistrationPanel registration={registration} event={event} onMore={onMore} />
      </Suspense>
    </section>
  );
}

/** For the route table. */
export const prefetchRun = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    prefetchTexts('run')(client),
    client.prefetchQuery(runQueries.event()),
    client.prefetchQuery(runQueries.counts()),
  ]);

/** `/virtual-run` */
export function VirtualRunPage() {
  const texts = useTexts(runTexts);
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(runQueries.event());
  const [registration] = useState(createRegistration);
  const [open, setOpen] = useState<'register' | 'contribute'>();
  const [note, setNote] = useState('');
  const isWide = useIsDesktop();
  useLiveReload(runLivePrefixes, () => {
    void client.invalidateQueries({ queryKey: ['virtual-run'] });
  });
  // a failed reload keeps the event that is on the page
  const event = data;
  const closeForm = useCallback((text: string): void => {
    setOpen(undefined);
    setNote(text);
  }, []);
  const closeContribution = useCallback((isGiven: boolean): void => {
    setOpen(undefined);
    if (isGiven) setNote('Received, thank you. Your receipt is on its way by email.');
  }, []);
  const register = (): void => {
    setNote('');
    setOpen('register');
  };
  return (
    <>
      <PageHead
        title={texts['run.hero.title']}
        description="Run, walk, cycle or wheel, wherever you are, for stories that were never written down."
      />
      <RunHero
        title={event?.title ?? texts['run.hero.title']}
        tagline={event?.tagline ?? texts['run.hero.tagline']}
        lede={texts['run.hero.lede']}
      >
        <RunNumbers />
      </RunHero>
      <RunWays
        texts={texts}
        event={event}
        isUnavailable={isError && !event}
        onRetry={() => void refetch()}
        onRegister={register}
        onContribute={() => setOpen('contribute')}
        note={note}
      />
      <Suspense fallback={<div className={styles.waiting} />}>
        <RunBelowFold texts={texts} event={event}>
          {event?.isOpen && isWide && open !== 'register' && (
            <Panel registration={registration} event={event} onMore={register} />
          )}
        </RunBelowFold>
      </Suspense>
      {open === 'register' && event && (
        <Suspense>
          <RegistrationDialog registration={registration} event={event} onClose={closeForm} />
        </Suspense>
      )}
      {open === 'contribute' && (
        <Suspense>
          <ContributionDialog onClose={closeContribution} />
        </Suspense>
      )}
    </>
  );
}
