import type { runTexts } from '@satrangi/contracts/texts/run';
import type { ReactNode } from 'react';
import type { RunEvent } from '../../lib/run-queries.ts';
import { GiftLedger } from './gift-ledger.tsx';
import { ListedPages } from './listed-pages.tsx';
import styles from './run-below-fold.module.css';
import { RunDetails } from './run-details.tsx';
import { RunStory } from './run-story.tsx';

/** What the run is, beside its details and the short form. */
export function RunBelowFold({
  texts,
  event,
  children,
}: {
  texts: Readonly<Record<keyof typeof runTexts, string>>;
  event: RunEvent | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`wrap ${styles.columns}`}>
      <div className={styles.story}>
        <RunStory texts={texts} />
        <ListedPages />
        <GiftLedger texts={texts} />
      </div>
      <div className={styles.aside}>
        <RunDetails event={event} texts={texts} />
        {children}
      </div>
    </div>
  );
}
