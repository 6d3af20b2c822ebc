import { Button, Failure, Field, SilentWait } from '@satrangi/kit';
import { lazy, Suspense } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import type { GiftForm } from './gift-form.ts';
import styles from './open-gift.module.css';

const PassOn = lazy(async () => ({ default: (await import('./pass-on.tsx')).PassOn }));

/** The code, and what to do with it: look at the gift, or open it at once with a login. */
export function GiftCodeForm({ gift, isReader }: { gift: GiftForm; isReader: boolean }) {
  const { form, field, failure, busy, press, owned, focusCovered } = gift;
  const see = (
    <Button
      {...(isReader ? {} : { tone: 'primary' as const })}
      size="l"
      type="submit"
      aria-disabled={busy !== null}
      onClick={press('see')}
      ref={focusCovered}
    >
      {busy === 'see' ? 'One moment…' : 'See what it is'}
    </Button>
  );
  return (
    <form className={styles.form} aria-label="Gift code" {...form}>
      <Field
        label="Your code"
        hint="Four groups of four letters and digits. Small letters and spaces are fine."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        className={`${styles.field} num`}
        {...field('code')}
      />
      <Failure>{failure}</Failure>
      {owned && (
        <Suspense fallback={<SilentWait />}>
          <PassOn code={owned} />
        </Suspense>
      )}
      <div className={styles.ways}>
        {isReader && (
          <Button tone="primary" size="l" type="submit" aria-disabled={busy !== null} onClick={press('open')}>
            {busy === 'open' ? 'One moment…' : 'Open it'}
          </Button>
        )}
        {see}
      </div>
      {isReader ? (
        <p className="small muted">Nothing is shown before you press, and nobody is told who opened it.</p>
      ) : (
        <>
          <p className="small muted">You can look without an account. Nothing is shown before you press.</p>
          <p className="small muted">
            If you have opened it before, it is in your library.{' '}
            <Link to={paths.loginThen(paths.library)}>Log in to My Library</Link>
          </p>
        </>
      )}
    </form>
  );
}
