import styles from './failure.module.css';

/** The error message of a whole form; renders nothing without one. */
export function Failure({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={styles.failure} role="alert">
      {children}
    </p>
  );
}
