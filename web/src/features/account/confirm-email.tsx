import { ApiError } from '@satrangi/contracts/pure';
import { Button, buttonLook, Failure } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import styles from './account.module.css';
import { emailOutcomes } from './email-outcome-note.tsx';

type Outcome = keyof typeof emailOutcomes;

const outcomeOf = (error: unknown): Outcome | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 400) return 'expired';
  return error.status === 409 ? 'taken' : undefined;
};

/** The result, for a browser without a login. */
function ConfirmResult({ outcome }: { outcome: Outcome }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('h1')?.focus(), []);
  const isConfirmed = outcome === 'confirmed';
  return (
    <div ref={container}>
      <PageHeading>{isConfirmed ? 'Email confirmed' : 'Email not confirmed'}</PageHeading>
      <p role="status">
        {emailOutcomes[outcome]} {isConfirmed ? 'Use it to log in.' : 'Your account stays as it was.'}
      </p>
      <div className={styles.form}>
        <Link {...buttonLook({ tone: 'primary', size: 'l', wide: true })} to={paths.loginThen(paths.profile)}>
          Log in
        </Link>
      </div>
    </div>
  );
}

/**
 * Requires a confirmation before an address from a mailed link becomes the account's address. Opening the link
 * changes nothing.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const navigate = useNavigate();
  const session = useSession();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (outcome) return <ConfirmResult outcome={outcome} />;

  const finish = (result: Outcome): void => {
    if (session) void navigate(`${paths.profile}?email=${result}`, { replace: true });
    else setOutcome(result);
  };
  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await api.identity.confirmEmail({ body: { token } });
      await client.invalidateQueries(identityQueries.profile());
      finish('confirmed');
    } catch (error) {
      const result = outcomeOf(error);
      if (result) finish(result);
      else {
        setFailure(
          error instanceof ApiError && error.status === 429
            ? error.message
            : 'Your email could not be confirmed. Try again.',
        );
        setBusy(false);
      }
    }
  };
  return (
    <>
      <PageHeading>Confirm your email</PageHeading>
      <p>
        Somebody asked to use your email address for their account here. Press Confirm only if that was you.
        If it was not, close this page: nothing changes.
      </p>
      <div className={styles.form}>
        <Failure>{failure}</Failure>
        <Button tone="primary" size="l" wide onClick={() => void confirm()} aria-disabled={busy}>
          {busy ? 'Confirming…' : 'Confirm'}
        </Button>
      </div>
    </>
  );
}
