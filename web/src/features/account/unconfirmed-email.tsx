import type { Profile } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { dateText } from '../../lib/dates.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import styles from './profile.module.css';

type State = 'idle' | 'busy' | 'sent';

const requestText = ({ deletedAfter }: NonNullable<Profile['unconfirmedEmail']>): string =>
  deletedAfter && new Date(deletedAfter) > new Date()
    ? `please open the link we mailed you, so that your account stays after ${dateText(deletedAfter)}.`
    : 'please open the link we mailed you.';

/** The notice of an unconfirmed registration address, which resends its link. */
export function UnconfirmedEmail({ profile: { unconfirmedEmail } }: { profile: Profile }) {
  const client = useQueryClient();
  const [state, setState] = useState<State>('idle');
  const [failure, setFailure] = useState<string>();
  if (!unconfirmedEmail) return null;

  const send = async (): Promise<void> => {
    if (state === 'busy') return;
    setState('busy');
    setFailure(undefined);
    try {
      const { sent } = await api.identity.resendConfirmation();
      setState('sent');
      if (!sent) await client.invalidateQueries(identityQueries.profile());
    } catch (error) {
      const isTooOften = error instanceof ApiError && error.status === 429;
      setFailure(isTooOften ? error.message : 'The mail could not be sent just now. Try again.');
      setState('idle');
    }
  };
  return (
    <section className={styles.unconfirmed} aria-label="Confirm your email">
      <p>Your email address is not confirmed yet: {requestText(unconfirmedEmail)}</p>
      <Button aria-disabled={state === 'busy'} onClick={() => void send()}>
        {state === 'busy' ? 'Sending…' : 'Send the link again'}
      </Button>
      <p className="small" role="status">
        {state === 'sent' && 'The link is on its way. It may take a minute, or be in the spam folder.'}
      </p>
      <Failure>{failure}</Failure>
    </section>
  );
}
