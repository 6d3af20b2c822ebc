import { buttonLook } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Section } from '../../lib/section.tsx';
import styles from './library-preview.module.css';

/** Where a visitor who logs in finds the own titles. */
export function LibraryPreview() {
  return (
    <Section title="Pick up where you left off" more={{ to: paths.library, label: 'My Library' }}>
      <div className={styles.invite}>
        <p>Log in to see your titles and pick up where you left off.</p>
        <Link {...buttonLook({ tone: 'primary' })} to={paths.loginThen(paths.library)}>
          Log in
        </Link>
      </div>
    </Section>
  );
}
