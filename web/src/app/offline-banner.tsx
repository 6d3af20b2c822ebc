import { useSyncExternalStore } from 'react';
import styles from './offline-banner.module.css';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className={styles.strip}>
          You're offline. This page still works; others will load when you're back.
        </p>
      )}
    </div>
  );
}
