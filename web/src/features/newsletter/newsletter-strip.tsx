import { CONFIRMATION_SUBJECT } from '@satrangi/contracts/pure';
import { type ComponentType, useEffect, useState } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useIsNear } from '../../lib/use-is-near.ts';
import styles from './newsletter-strip.module.css';

type Loaded = ComponentType<{ compact: true }> | 'failed';

/** The form, loaded when it comes near the window; `failed` when it cannot be. */
const useLoadedForm = (isNear: boolean): Loaded | undefined => {
  const [form, setForm] = useState<{ readonly loaded: Loaded }>();
  useEffect(() => {
    if (!isNear) return;
    import('./subscribe-form.tsx').then(
      ({ SubscribeForm }) => setForm({ loaded: SubscribeForm }),
      () => setForm({ loaded: 'failed' }),
    );
  }, [isNear]);
  return form?.loaded;
};

/** The newsletter at the foot of another page: its form, and what its mails reveal. */
export function NewsletterStrip() {
  const { ref, isNear } = useIsNear();
  const Form = useLoadedForm(isNear);
  return (
    <section className={styles.strip} aria-labelledby="letter-h">
      <div className={`wrap ${styles.inside}`}>
        <div className={styles.words}>
          <h2 id="letter-h">A letter, once a month.</h2>
          <p>New books, films and voices, and a story to keep.</p>
          <p>
            A locked phone shows “{CONFIRMATION_SUBJECT}”, and never what we publish.{' '}
            <Link to={`${paths.newsletter}#phone-h`}>See how it looks</Link>
          </p>
        </div>
        <div ref={ref} className={styles.form}>
          {Form === 'failed' && <Link to={paths.newsletter}>Get the newsletter</Link>}
          {Form && Form !== 'failed' && <Form compact />}
        </div>
      </div>
    </section>
  );
}
