import type { AuthorView } from '@satrangi/contracts';
import { ApiError, publishingTexts } from '@satrangi/contracts/pure';
import { buttonLook, ErrorNote, Skeleton } from '@satrangi/kit';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { site } from '../../lib/site.ts';
import { StatusView } from './status-view.tsx';
import styles from './submission-status.module.css';

const WhereTheLinkIs = lazy(async () => ({
  default: (await import('./where-the-link-is.tsx')).WhereTheLinkIs,
}));

type View =
  | { readonly step: 'loading' | 'failed' | 'over' | 'no-link' }
  | { readonly step: 'open'; readonly submission: AuthorView };

const mail = <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>;

/** A link that opens nothing. It has the focus, so that it is read out. */
function Over() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={container} className={styles.outcome}>
      <PageHeading>{publishingTexts.linkOver}</PageHeading>
      <p role="status">Write to us: {mail}</p>
    </div>
  );
}

/** What an author sees of a submission by its private link, without an account (checklist PUB-21). */
export function SubmissionStatus({ token }: { token: string | undefined }) {
  const [view, setView] = useState<View>({ step: token ? 'loading' : 'no-link' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try requests again
  useEffect(() => {
    if (!token) return;
    let isMounted = true;
    api.publishing.submissionStatus({ body: { token } }).then(
      (submission) => isMounted && setView({ step: 'open', submission }),
      (error: unknown) => {
        const isRefused = error instanceof ApiError && (error.status === 410 || error.status === 400);
        if (isMounted) setView({ step: isRefused ? 'over' : 'failed' });
      },
    );
    return () => {
      isMounted = false;
    };
  }, [token, tries]);

  if (view.step === 'over') return <Over />;
  if (view.step === 'open' && token)
    return (
      <StatusView
        submission={view.submission}
        token={token}
        onChanged={(submission) => setView({ step: 'open', submission })}
      />
    );
  return (
    <div className={styles.outcome}>
      <PageHeading>What you sent us</PageHeading>
      {view.step === 'no-link' && (
        <>
          <p>Open the private link in the mail that we sent you.</p>
          <Suspense fallback={null}>
            <WhereTheLinkIs mail={mail} />
          </Suspense>
          <div>
            <Link {...buttonLook()} to={paths.publishing}>
              Send something
            </Link>
          </div>
        </>
      )}
      {view.step === 'failed' && (
        <ErrorNote
          onRetry={() => {
            setView({ step: 'loading' });
            setTries(tries + 1);
          }}
        >
          The server did not answer.
        </ErrorNote>
      )}
      {view.step === 'loading' && (
        <div role="status" aria-label="Loading what you sent us">
          <Skeleton height="20rem" />
        </div>
      )}
    </div>
  );
}
