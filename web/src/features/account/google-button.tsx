import { accountTexts } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { askGoogle } from './google.ts';
import styles from './google-button.module.css';
import { googleSignIn } from './sign-in.ts';

/** Google shows its prompt once in a while; asking faster only makes it stay away longer (storefront §9). */
const LOCKED_MS = 8_000;

const texts = { login: accountTexts.googleFailed, signup: 'Google signup failed' } as const;

/** Signing in with Google, where the house offers it. Google hears nothing before somebody presses this. */
export function GoogleButton({ way, next }: { way: keyof typeof texts; next: string }) {
  const offered = useQuery({
    queryKey: ['google', 'settings'],
    queryFn: () => api.identity.googleSettings(),
    select: ({ clientId }) => clientId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const slot = useRef<HTMLDivElement>(null);
  const [isLocked, setLocked] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef(false);

  const signIn = async (credential: string | null): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      if (!credential) throw new Error('no credential came');
      await googleSignIn(credential, next);
    } catch {
      setFailure(texts[way]);
      setBusy(false);
    } finally {
      running.current = false;
    }
  };

  const ask = (): void => {
    if (isLocked || busy || !slot.current) return;
    setFailure(undefined);
    setLocked(true);
    setTimeout(setLocked, LOCKED_MS, false);
    askGoogle(slot.current, (credential) => void signIn(credential)).then(
      () => setDrawn(true),
      () => setFailure(texts[way]),
    );
  };

  if (!offered.data) return null;
  return (
    <div className={styles.google}>
      <p aria-hidden="true">or</p>
      <Button wide size="l" onClick={ask} aria-disabled={isLocked || busy}>
        {busy ? 'One moment…' : way === 'login' ? 'Log in with Google' : 'Sign up with Google'}
      </Button>
      <Failure>{failure}</Failure>
      {isDrawn && <p className="small muted">No Google window? Use Google’s own button:</p>}
      <div ref={slot} className={styles.slot} />
    </div>
  );
}
