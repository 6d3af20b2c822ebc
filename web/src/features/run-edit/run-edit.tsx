import type { OwnRunPage } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { DeleteRegistration } from './delete-registration.tsx';
import { type EditCalls, type EditLink, editCalls } from './edit-calls.ts';
import { EndLink } from './end-link.tsx';
import { KmForm } from './km-form.tsx';
import { LostLink } from './lost-link.tsx';
import { NewLink } from './new-link.tsx';
import { PageForm } from './page-form.tsx';
import styles from './run-edit.module.css';

type View =
  | { readonly step: 'loading' | 'failed' | 'no-link' | 'ended' | 'deleted' }
  | { readonly step: 'open'; readonly page: OwnRunPage };

/** Focuses the heading when the page is replaced by its outcome. */
function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={container} className={styles.outcome}>
      <PageHeading>{title}</PageHeading>
      <p role="status">{children}</p>
    </div>
  );
}

/** Without a link, or with one that is over. */
function NoLink({ calls }: { calls: EditCalls | undefined }) {
  if (calls)
    return (
      <>
        <Outcome title="This link is over.">
          Ask for a new one: it goes to the email of your registration.
        </Outcome>
        <NewLink calls={calls} />
      </>
    );
  return (
    <div className={styles.columns}>
      <div className={styles.lost}>
        <Outcome title="Your page">
          Open the private link in the mail that we sent you when you registered.
        </Outcome>
        <Link to={paths.run}>Virtual Run</Link>
      </div>
      <LostLink />
    </div>
  );
}

/** A runner changes the page with the private link of the mail, without an account. */
export function RunEdit({ link }: { link: EditLink | undefined }) {
  const [calls] = useState(() => link && editCalls(link));
  const [view, setView] = useState<View>({ step: calls ? 'loading' : 'no-link' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens the page again
  useEffect(() => {
    let isMounted = true;
    calls?.open().then(
      (page) => isMounted && setView({ step: 'open', page }),
      (error: unknown) => {
        const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
        if (isMounted) setView({ step: isRefused ? 'no-link' : 'failed' });
      },
    );
    return () => {
      isMounted = false;
    };
  }, [calls, tries]);

  if (view.step === 'no-link') return <NoLink calls={calls} />;
  if (view.step === 'ended')
    return (
      <Outcome title="This link is over.">
        A mail with your new private link is on its way. Your page stays as it is.
      </Outcome>
    );
  if (view.step === 'deleted')
    return (
      <Outcome title="Registration deleted.">
        Your page is closed and your details are gone. Gifts stay with the archive.
      </Outcome>
    );
  if (view.step !== 'open' || !calls)
    return (
      <>
        <PageHeading>Your page</PageHeading>
        {view.step === 'failed' ? (
          <ErrorNote
            onRetry={() => {
              setView({ step: 'loading' });
              setTries(tries + 1);
            }}
          >
            The server did not answer.
          </ErrorNote>
        ) : (
          <div role="status" aria-label="Loading your page">
            <Skeleton height="24rem" />
          </div>
        )}
      </>
    );
  const show = (page: OwnRunPage): void => setView({ step: 'open', page });
  const { page } = view;
  return (
    <>
      <div className={styles.head}>
        <PageHeading>Your page</PageHeading>
        {page.isPublic ? (
          <Link to={paths.runPage(page.slug)}>See it as others do</Link>
        ) : (
          <p className="muted">Hidden: others see the page of an unknown address.</p>
        )}
      </div>
      <div className={styles.columns}>
        <PageForm page={page} calls={calls} onSaved={show} />
        <div className={styles.side}>
          <KmForm page={page} calls={calls} onLogged={show} />
          <NewLink calls={calls} />
          <EndLink calls={calls} onEnded={() => setView({ step: 'ended' })} />
          <DeleteRegistration calls={calls} onDeleted={() => setView({ step: 'deleted' })} />
        </div>
      </div>
    </>
  );
}
