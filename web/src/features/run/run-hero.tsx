import type { ReactNode } from 'react';
import { PageHeading } from '../../lib/page-heading.tsx';
import { textProps } from '../../lib/use-texts.ts';
import styles from './run.module.css';
import { RunSteps } from './run-steps.tsx';

/** Title and tagline of the event above its numbers. */
export function RunHero({
  title,
  tagline,
  lede,
  children,
}: {
  title: string;
  tagline: string;
  lede: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.hero}>
      <div className={`wrap ${styles.inside}`}>
        <div className={styles.pitch}>
          <PageHeading isDisplay {...textProps(title)}>
            {title}
          </PageHeading>
          <p className={styles.tagline} {...textProps(tagline)}>
            {tagline}
          </p>
          <p className={styles.lede} {...textProps(lede)}>
            {lede}
          </p>
          {children}
        </div>
        <RunSteps className={styles.art} />
      </div>
    </div>
  );
}
