import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import type { ReactNode } from 'react';
import { kinds } from './kinds.ts';
import { PageHeading } from './page-heading.tsx';
import { titleOrUntitled } from './text.ts';
import styles from './title-head.module.css';

/** Letters of a title that is set smaller. */
const LONG_TITLE = 48;

/** The head of a title's page: its kind and facts, its title in its own script, and its alternative title. */
export function TitleHead({
  item,
  facts = [],
  children,
}: {
  item: MediaItem;
  facts?: readonly string[];
  /** Author line and further details of the title. */
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
      <PageHeading
        data-long={item.title.length > LONG_TITLE || undefined}
        {...scriptProps(item.title, item.language)}
      >
        {titleOrUntitled(item.title)}
      </PageHeading>
      {item.altTitle && (
        <p className={styles.alt} {...scriptProps(item.altTitle, 'en')}>
          {item.altTitle}
        </p>
      )}
      {children}
    </div>
  );
}
