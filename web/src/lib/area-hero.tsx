import { Button, caretDownIcon, Icon } from '@satrangi/kit';
import { type RefObject, useRef } from 'react';
import styles from './area-hero.module.css';
import { PageHeading } from './page-heading.tsx';
import { textProps } from './use-texts.ts';

/** The head of an area: title, introduction, a button to its collection, and a collapsible explanation. */
export function AreaHero({
  title,
  lede,
  why,
  collection,
  hasLearnMore,
}: {
  title: string;
  lede: string;
  why: { readonly title: string; readonly body: string };
  /** The heading of the collection; 'Explore Collection' scrolls to it. */
  collection: RefObject<HTMLElement | null>;
  hasLearnMore?: boolean;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const explore = (): void => {
    collection.current?.scrollIntoView({ block: 'start' });
    collection.current?.focus({ preventScroll: true });
  };
  const learn = (): void => {
    if (!details.current) return;
    details.current.open = true;
    details.current.querySelector('summary')?.focus();
    details.current.scrollIntoView({ block: 'nearest' });
  };
  return (
    <section className={`wrap ${styles.hero}`} aria-label="Welcome">
      <div>
        <PageHeading isDisplay {...textProps(title)}>
          {title}
        </PageHeading>
        <p className={`text muted ${styles.lede}`} {...textProps(lede)}>
          {lede}
        </p>
        <div className={styles.ways}>
          <Button tone="primary" size="l" onClick={explore}>
            Explore Collection
          </Button>
          {hasLearnMore && (
            <Button size="l" onClick={learn}>
              Learn More
            </Button>
          )}
        </div>
      </div>
      <details ref={details} className={styles.why}>
        <summary>
          <span {...textProps(why.title)}>{why.title}</span>
          <Icon shape={caretDownIcon} size="s" />
        </summary>
        <p className="text" {...textProps(why.body)}>
          {why.body}
        </p>
      </details>
    </section>
  );
}
