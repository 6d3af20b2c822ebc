import { Button, Failure } from '@satrangi/kit';
import { useState } from 'react';
import type { EditCalls } from './edit-calls.ts';
import styles from './run-edit.module.css';
import { useRequest } from './use-request.ts';

/** Mails a new private link to the runner. The answer is the same for known and unknown pages. */
export function NewLink({ calls }: { calls: EditCalls }) {
  const [message, setMessage] = useState('');
  const { failure, isBusy, request } = useRequest(async () => setMessage(await calls.sendLink()));
  return (
    <section className={styles.panel} aria-labelledby="link-h">
      <h2 id="link-h">Send me a new link</h2>
      <p>It goes to the email of your registration. Whoever has the link can change the page.</p>
      <Failure>{failure}</Failure>
      <Button aria-disabled={isBusy} onClick={request}>
        {isBusy ? 'Sending…' : 'Send me a new link'}
      </Button>
      <p className={styles.saved} role="status">
        {message}
      </p>
    </section>
  );
}
