import styles from './failure.module.css';

/** What went wrong with a form as a whole, in one sentence; nothing while there is nothing to say. */
export function Failure({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={styles.failure} role="alert">
      {children}
    </p>
  );
}
