import type { ReactNode } from 'react';
import styles from './spread.module.css';

/**
 * Layout of a page about something to read: cover, title and offer in the first screen; below, the sample and the words
 * about it.
 */
export function Spread({
  cover,
  head,
  offer,
  words,
  sample,
  facts,
}: {
  cover: ReactNode;
  head: ReactNode;
  /** The sentence that sells, the price, and what the price includes. */
  offer: ReactNode;
  words: ReactNode;
  /** Null for the owner, who reads the whole. */
  sample: ReactNode;
  facts: ReactNode;
}) {
  return (
    <div className={styles.spread}>
      <div className={styles.cover}>{cover}</div>
      <div className={styles.head}>{head}</div>
      <div className={styles.offer}>{offer}</div>
      <div className={styles.words}>{words}</div>
      {sample && <div className={styles.sample}>{sample}</div>}
      <div className={styles.facts} data-beside={sample ? undefined : ''}>
        {facts}
      </div>
    </div>
  );
}
