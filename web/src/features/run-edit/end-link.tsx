import { ApiError } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import type { EditCalls } from './edit-calls.ts';
import styles from './run-edit.module.css';
import { useRequest } from './use-request.ts';

/** Ends the private link for everybody who has it; the next one is mailed to the runner alone. */
export function EndLink({ calls, onEnded }: { calls: EditCalls; onEnded: () => void }) {
  const { failure, isBusy, request } = useRequest(async () => {
    await calls.renewLink().catch((error: unknown) => {
      // the answer of the first try was lost: the link is over
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    onEnded();
  });
  return (
    <section className={styles.panel} aria-labelledby="end-link-h">
      <h2 id="end-link-h">End this link</h2>
      <p>If somebody else has it: it ends at once, and a new one goes to the email of your registration.</p>
      <Failure>{failure}</Failure>
      <Button aria-disabled={isBusy} onClick={request}>
        {isBusy ? 'Ending…' : 'End this link'}
      </Button>
    </section>
  );
}
