import { accountTexts } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { openGoogleSignIn } from './google.ts';
import styles from './google-button.module.css';
import { googleSignIn } from './sign-in.ts';

/** Google limits how often its prompt shows; requesting it faster only hides it longer (storefront §9). */
const COOLDOWN_MS = 8_000;

const failureTexts = { login: accountTexts.googleFailed, signup: 'Google signup failed' } as const;

/** Sign-in with Google, where it is configured. Nothing of Google is loaded before a click. */
export function GoogleButton({ mode, next }: { mode: keyof typeof failureTexts; next: string }) {
  const offered = useQuery({
    queryKey: ['google', 'settings'],
    queryFn: () => api.identity.googleSettings(),
    select: ({ clientId }) => clientId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const slot = useRef<HTMLDivElement>(null);
  const [isCoolingDown, setCoolingDown] = useState(false);
  const [isRendered, setRendered] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isRunning = useRef(false);

  const signIn = async (credential: string | null): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      if (!credential) throw new Error('no credential');
      await googleSignIn(credential, next);
    } catch {
      setFailure(failureTexts[mode]);
      setBusy(false);
    } finally {
      isRunning.current = false;
    }
  };

  const openGoogle = (): void => {
    if (isCoolingDown || busy || !slot.current) return;
    setFailure(undefined);
    setCoolingDown(true);
    setTimeout(setCoolingDown, COOLDOWN_MS, false);
    openGoogleSignIn(slot.current, (credential) => void signIn(credential)).then(
      () => setRendered(true),
      () => setFailure(failureTexts[mode]),
    );
  };

  if (!offered.data) return null;
  return (
    <div className={styles.google}>
      <p aria-hidden="true">or</p>
      <Button wide size="l" onClick={openGoogle} aria-disabled={isCoolingDown || busy}>
        {busy ? 'One moment…' : mode === 'login' ? 'Log in with Google' : 'Sign up with Google'}
      </Button>
      <Failure>{failure}</Failure>
      {isRendered && <p className="small muted">No Google window? Use Google’s own button:</p>}
      <div ref={slot} className={styles.slot} />
    </div>
  );
}
