import { Dialog } from '@satrangi/kit';
import { session } from '@satrangi/kit/browser/session';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useEffect } from 'react';
import { refusal } from '../lib/api.ts';
import { LoginAgain } from './login-again.tsx';

const texts = {
  'logged-out': 'Your login has ended.',
  'no-admin': 'This account is no admin any more.',
} as const;

/** The login over the page when a call was refused (checklist ADM-46). A login in another tab closes it too. */
export function RefusalDialog() {
  const why = useStore(refusal);
  useEffect(() => session.subscribe(() => refusal.set(null)), []);
  if (!why) return null;
  return (
    <Dialog open onClose={() => refusal.set(null)} title={texts[why]} shape="centre">
      <LoginAgain />
    </Dialog>
  );
}
