import { Button, Dialog } from '@satrangi/kit';
import { useState } from 'react';
import { LoginAgain } from './login-again.tsx';
import styles from './shell.module.css';

/**
 * What stands over the covered screen when a call was refused because the login has ended (checklist ADM-46). Closed, it
 * waits with a button: there is nothing to go back to before a login. A login in another tab ends it too.
 */
export function RefusalDialog() {
  const [closed, setClosed] = useState(0);
  const [showsForm, setShowsForm] = useState(true);
  const close = (): void => {
    setShowsForm(false);
    setClosed(closed + 1);
  };
  return (
    // a browser closes a dialog at the second Esc without asking: another key opens a new one
    <Dialog key={closed} open onClose={close} title="Your login has ended." shape="centre">
      {showsForm ? (
        <LoginAgain>Log in here, and this screen goes on with what you typed.</LoginAgain>
      ) : (
        <div className={styles.refusal}>
          <p>The screen is covered until you log in. What you typed is still there.</p>
          <Button tone="primary" onClick={() => setShowsForm(true)}>
            Log in
          </Button>
        </div>
      )}
    </Dialog>
  );
}
