import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { PageHead } from '../../lib/page-head.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { AccountFrame } from './account-frame.tsx';
import { type Entry, useEntry } from './use-entry.ts';

const Purpose = lazy(async () => ({ default: (await import('./purpose.tsx')).Purpose }));
const GoogleButton = lazy(async () => ({ default: (await import('./google-button.tsx')).GoogleButton }));
const HandedToken = lazy(async () => ({ default: (await import('./handed-token.tsx')).HandedToken }));

/** What login and registration have in common: who is in already goes on, everybody else sees the form. */
export function EntryPage({
  title,
  verb,
  way,
  form,
  other,
}: {
  title: string;
  verb: string;
  way: 'login' | 'signup';
  form: ReactNode;
  other: (entry: Entry) => ReactNode;
}) {
  const entry = useEntry();
  const { next, isIn, isNamed, handed } = entry;
  if (isIn) return <Navigate to={next} replace />;
  return (
    <>
      <PageHead title={title} />
      <AccountFrame>
        <PageHeading>{title}</PageHeading>
        {isNamed && (
          <Suspense>
            <Purpose next={next} verb={verb} />
          </Suspense>
        )}
        {handed ? (
          <Suspense>
            <HandedToken token={handed} onRefused={entry.refuse} />
          </Suspense>
        ) : (
          <>
            {form}
            <Suspense>
              <GoogleButton way={way} next={next} />
            </Suspense>
            {other(entry)}
          </>
        )}
      </AccountFrame>
    </>
  );
}
