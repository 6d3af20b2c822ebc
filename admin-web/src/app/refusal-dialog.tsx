import { Button, Dialog } from '@satrangi/kit';
import { session } from '@satrangi/kit/browser/session';
import { useStore } from '@satrangi/kit/browser/use-store';
import { refusal } from '../lib/api.ts';
import { leave, loginPath } from '../lib/leave.ts';
import styles from './shell.module.css';

const texts = {
  'logged-out': 'Your login has ended.',
  'no-admin': 'This account is no admin any more.',
} as const;

/** Covers the screen when a call was refused; after the login the same address opens again (checklist ADM-46). */
export function RefusalDialog() {
  const why = useStore(refusal);
  if (!why) return null;
  return (
    <Dialog open onClose={() => refusal.set(null)} title={texts[why]} shape="centre">
      <div className={styles.refusal}>
        <p>You come back to this page after the login.</p>
        <Button
          tone="primary"
          onClick={() => {
            const next = loginPath();
            session.end();
            leave.to(next);
          }}
        >
          Log in
        </Button>
      </div>
    </Dialog>
  );
}
