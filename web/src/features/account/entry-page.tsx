import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { PageHead } from '../../lib/page-head.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { AccountFrame } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';
import { HandedToken } from './handed-token.tsx';
import { Purpose } from './purpose.tsx';
import { type Entry, useEntry } from './use-entry.ts';

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
  const { next, isIn, handed } = entry;
  if (isIn) return <Navigate to={next} replace />;
  return (
    <>
      <PageHead title={title} />
      <AccountFrame>
        <PageHeading>{title}</PageHeading>
        <Purpose next={next} verb={verb} />
        {handed ? (
          <HandedToken token={handed} onRefused={entry.refuse} />
        ) : (
          <>
            {form}
            <GoogleButton way={way} next={next} />
            {other(entry)}
          </>
        )}
      </AccountFrame>
    </>
  );
}
