import { buttonLook } from '@satrangi/kit';
import { lazy, Suspense } from 'react';
import { LibrarySkeleton } from '../../lib/library-skeleton.tsx';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import styles from './library-preview.module.css';

const OwnPreview = lazy(async () => ({ default: (await import('./own-preview.tsx')).OwnPreview }));

/** The reader's newest titles, or an invitation to log in. */
export function LibraryPreview() {
  const session = useSession();
  if (session)
    return (
      <Suspense fallback={<LibrarySkeleton />}>
        <OwnPreview />
      </Suspense>
    );
  return (
    <div className={styles.invite}>
      <p>Log in to see your titles and pick up where you left off.</p>
      <Link {...buttonLook({ tone: 'primary' })} to={paths.loginThen(paths.library)}>
        Log in
      </Link>
    </div>
  );
}
