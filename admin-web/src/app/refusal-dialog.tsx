import { pagePaths } from '@satrangi/contracts/pure';
import { Dialog } from '@satrangi/kit';
import { session } from '@satrangi/kit/browser/session';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useEffect } from 'react';
import { refusal } from '../lib/api.ts';
import { leave } from '../lib/leave.ts';
import { LoginAgain } from './login-again.tsx';

const texts = {
  'logged-out': 'Your login has ended.',
  'no-admin': 'This account is no admin any more.',
} as const;

/** An account that is no admin has nothing to go back to here. Drafts stay for its next login as one. */
const leaveForGood = (): void => {
  document.documentElement.dataset.left = '';
  leave.to(pagePaths.profile);
};

/** The login over the page when a call was refused (checklist ADM-46). A login in another tab closes it too. */
export function RefusalDialog() {
  const why = useStore(refusal);
  useEffect(() => session.subscribe(() => refusal.set(null)), []);
  if (!why) return null;
  const close = (): void => {
    if (why === 'logged-out') refusal.set(null);
    else leaveForGood();
  };
  return (
    <Dialog open onClose={close} title={texts[why]} shape="centre">
      <LoginAgain />
    </Dialog>
  );
}
