import { Button } from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import styles from './submission-status.module.css';
import type { WithdrawOutcomes } from './withdraw-dialog.tsx';

const WithdrawDialog = lazy(async () => ({
  default: (await import('./withdraw-dialog.tsx')).WithdrawDialog,
}));

/** The part of the page that takes a submission back. */
export function Withdraw({ token, ...outcomes }: WithdrawOutcomes & { token: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.panel} aria-labelledby="withdraw-h">
      <h3 id="withdraw-h">Take it back</h3>
      <p>Until we decide, you can withdraw your work. We delete the file and sign that it is gone.</p>
      <Button tone="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      {isOpen && (
        <Suspense>
          <WithdrawDialog token={token} {...outcomes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
