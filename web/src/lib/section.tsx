import { arrowRightIcon, Icon } from '@satrangi/kit';
import { type ReactNode, useId } from 'react';
import { Link } from './link.tsx';
import styles from './section.module.css';

/** A section of a page with a heading and a link to more. */
export function Section({
  title,
  more,
  tight,
  children,
}: {
  title: string;
  more?: { readonly to: string; readonly label: string };
  /** Without space above it. */
  tight?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} data-tight={tight || undefined} aria-labelledby={id}>
      <div className="wrap">
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {more && (
            <Link className={styles.more} to={more.to}>
              {more.label} <Icon shape={arrowRightIcon} size="s" />
            </Link>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}
