import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import type { ReactNode } from 'react';
import { kinds } from './kinds.ts';
import { PageHeading } from './page-heading.tsx';
import { titleOr } from './text.ts';
import styles from './title-head.module.css';

/** What the page of a title begins with: its kind and a few facts, its name in its own script, and its other name. */
export function TitleHead({
  item,
  facts = [],
  children,
}: {
  item: MediaItem;
  facts?: readonly string[];
  /** Whose it is, and what else belongs to the name. */
  children: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <p className={styles.kind}>
        <b>{kinds[item.mediaType].name}</b>
        {facts.map((fact) => (
          <span key={fact} className="num">
            {fact}
          </span>
        ))}
      </p>
      <PageHeading {...scriptProps(item.title, item.language)}>{titleOr(item.title)}</PageHeading>
      {item.altTitle && (
        <p className={styles.alt} {...scriptProps(item.altTitle, 'en')}>
          {item.altTitle}
        </p>
      )}
      {children}
    </div>
  );
}
